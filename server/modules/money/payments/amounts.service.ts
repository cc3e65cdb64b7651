import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';

/** The name of the amount of each type of payment, in events of the books that have several. */
export const AMOUNT_OF_TYPE: Readonly<Record<number, string>> = {
  [PAYMENT_TYPE.separation]: 'separacion',
  [PAYMENT_TYPE.downPayment]: 'abono',
  [PAYMENT_TYPE.installment]: 'abono',
  [PAYMENT_TYPE.cash]: 'abono',
  [PAYMENT_TYPE.legal]: 'gastos',
  [PAYMENT_TYPE.extras]: 'extras',
};
