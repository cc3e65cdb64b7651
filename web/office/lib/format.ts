/** Formats of amounts, dates and phone numbers. contract/ owns the rules (domain.md §6). */
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
