import { formatPercent } from '#contract/money.ts';
import type { Terms } from '#contract/projects/pages.ts';

/** What the printed installments rest on (rulings.md 23), in one sentence. */
export function termsText({ annualRatePercent, downPaymentPercent, months }: Terms): string {
  const years = months % 12 === 0 ? `${months / 12} años` : `${months} meses`;
  return `Las letras son «desde»: con ${formatPercent(downPaymentPercent)} de abono, a ${years} y con tasa de ${formatPercent(annualRatePercent)} al año, sin subsidio. El banco te confirma la tuya.`;
}

/** The same, short, beneath one installment. */
export const termsNote = ({ annualRatePercent, downPaymentPercent, months }: Terms): string =>
  `Abono ${formatPercent(downPaymentPercent)} · ${months} meses · tasa ${formatPercent(annualRatePercent)}`;
