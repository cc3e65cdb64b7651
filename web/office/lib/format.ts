/** Formats of amounts, dates, phone numbers and names. contract/ owns the rules (domain.md §6). */
export { formatMoney, formatPercent, moneyText, parseMoney } from '#contract/money.ts';
export {
  addDays,
  daysBetween,
  longDay,
  panamaDay,
  panamaTime,
  showDay,
  showInstant,
} from '#contract/dates.ts';
export { isMobile, showPhone, whatsappDigits } from '#contract/phone.ts';

/** The first letters of a name's first two words, for an avatar. */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('');

/** A length of time in its largest unit: `12 min`, `5 h`, `3 días`. */
export const durationText = (minutes: number): string =>
  minutes < 90
    ? `${minutes} min`
    : minutes < 2880
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1440)} días`;
