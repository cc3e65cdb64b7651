import { formatPercent } from '#contract/money.ts';
import type { HelpedInstallment, Terms } from '#contract/projects/showcase/pages.ts';

/** The assumptions of the shown installments (rulings.md 23), in one sentence. */
export function termsText({ annualRatePercent, downPaymentPercent, months }: Terms): string {
  const years = months % 12 === 0 ? `${months / 12} años` : `${months} meses`;
  return `Las letras son «desde»: con ${formatPercent(downPaymentPercent)} de abono, a ${years} y con tasa de ${formatPercent(annualRatePercent)} al año, sin subsidio o, donde la casa lo permite, con el interés preferencial si calificas: vivienda nueva y principal, sin otra a tu nombre. El banco te confirma la tuya.`;
}

/** The same in short, below one installment. */
export const termsNote = ({ annualRatePercent, downPaymentPercent, months }: Terms): string =>
  `Abono ${formatPercent(downPaymentPercent)} · ${months} meses · tasa ${formatPercent(annualRatePercent)}`;

/** How long the preferential interest lowers the installment, and under which condition. */
export const helpNote = ({ months, sure }: Pick<HelpedInstallment, 'months' | 'sure'>): string =>
  `con interés preferencial los primeros ${months % 12 === 0 ? `${months / 12} años` : `${months} meses`}, si calificas${sure ? '' : ' (sujeto a la ley vigente)'}`;
