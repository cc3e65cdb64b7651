import type { SaleMoney } from '#contract/money/payments/plan.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { expect } from 'vitest';
import type { Payment } from '#contract/money/payments/model.ts';
import type { TestApp } from './app.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';
import { serial } from './serial.ts';

export const moneyOf = (answer: { json<T>(): T }) => answer.json<{ data: SaleMoney }>().data;

/** Plan, dues and account of a sale, as a colleague sees them. */
export const show = async (who: StaffBrowser, saleId: number) =>
  moneyOf(await who.get(`/api/sale/precontracts/${saleId}/cuenta`));

/** Creates or replaces the plan of a sale: by default three installments from the end of the year on. */
export const planOf = (who: StaffBrowser, saleId: number, body: object) =>
  who.post(`/api/sale/precontracts/${saleId}/plan`, { primera_fecha: '2026-12-31', meses: 3, ...body });

/** The unpaid dues. */
export const openOf = ({ dues }: SaleMoney) =>
  dues.filter(({ state }) => state.id === PAYMENT.pending || state.id === PAYMENT.overdue);

export const PAYMENTS = '/api/sale/costumer_payments';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const proof = () => new File([PNG], 'ach.png', { type: 'image/png' });
export const errorsOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;
/** Centavos as a user types them: 1234 → 12.34. */
export const text = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const nextReference = serial();

export interface Team {
  enters: StaffBrowser;
  confirms: StaffBrowser;
  reverses: StaffBrowser;
}
export const moneyTeam = async (llave: TestApp): Promise<Team> => ({
  enters: await signInAs(llave, 'contabilidad'),
  confirms: await signInAs(llave, 'contabilidad'),
  reverses: await signInAs(llave, 'contabilidad'),
});

/** One colleague reports the payment, another starts to verify it. */
export async function report({ enters, confirms }: Team, id: number, cents: number): Promise<Payment> {
  const reported = await enters.form(`${PAYMENTS}/${id}/report`, {
    monto_pagado: text(cents),
    archivo_comprobante: proof(),
  });
  expect(reported.statusCode, reported.body).toBe(200);
  await confirms.patch(`${PAYMENTS}/${id}/status`, { params: { estado_id: PAYMENT.verifying } });
  return reported.json<{ data: Payment }>().data;
}

/** One colleague reports a payment, another confirms it, whole or in part, by a typed bank line. `over` changes the line. */
export async function pay(team: Team, id: number, cents: number, over: object = {}): Promise<Payment> {
  const { due_centavos } = await report(team, id, cents);
  const answer = await team.confirms.patch(`${PAYMENTS}/${id}/status`, {
    params: {
      estado_id: cents < due_centavos ? PAYMENT.partial : PAYMENT.confirmed,
      banco_id: 1,
      fecha: '2026-11-20',
      tipo: 1,
      monto: text(cents),
      referencia: `M-${nextReference()}`,
      ...over,
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Payment }>().data;
}
export const reverse = (who: StaffBrowser, id: number) =>
  who.post(`${PAYMENTS}/${id}/reverse`, { motivo: 'El banco devolvió el cheque' });
