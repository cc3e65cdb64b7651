/** How amounts and dates are shown; contract/ owns the rules (domain.md §6). */
export { formatMoney, formatPercent, moneyText, parseMoney } from '#contract/money.ts';
export {
  addDays,
  daysBetween,
  isoWeek,
  longDay,
  panamaDay,
  panamaTime,
  showDay,
  showInstant,
  weekText,
} from '#contract/dates.ts';
export { showPhone, whatsappDigits } from '#contract/phone.ts';
