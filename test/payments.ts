import type { SaleMoney } from '#contract/payments/plan.ts';
import { PAYMENT } from '#contract/payments/rules.ts';
import type { StaffBrowser } from './signIn.ts';

export const moneyOf = (answer: { json<T>(): T }) => answer.json<{ data: SaleMoney }>().data;

/** Plan, dues and account of a sale, as a colleague sees them. */
export const show = async (who: StaffBrowser, saleId: number) =>
  moneyOf(await who.get(`/api/sale/precontracts/${saleId}/cuenta`));

/** Makes or replaces the plan of a sale: three installments from the end of the year on, unless told otherwise. */
export const planOf = (who: StaffBrowser, saleId: number, body: object) =>
  who.post(`/api/sale/precontracts/${saleId}/plan`, { primera_fecha: '2026-12-31', meses: 3, ...body });

/** The dues that are still to be paid. */
export const openOf = ({ dues }: SaleMoney) =>
  dues.filter(({ state }) => state.id === PAYMENT.pending || state.id === PAYMENT.overdue);
