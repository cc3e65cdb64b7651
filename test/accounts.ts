import { expect } from 'vitest';
import type { Account, ContractStatement } from '#contract/works/accounts/model.ts';
import type { Browser } from './app.ts';
import { approve, boss, contractor, manager, signed, type Answer } from './contracts.ts';

// Progress accounts of the parties of test/contracts.ts.

export const account = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Account }>().data;
};
export const at = (id: number) => `/api/works/accounts/${id}`;
export const step = (who: Browser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${at(id)}/status`, { params: { estado_id, ...params } });
export const measure = (id: number, who: Browser = manager, body: object = {}) =>
  who.post(`/api/contracts/${id}/accounts`, body);
/** The application's day, on which the contract was signed. */
let today = '';
export const PAID = {
  get fecha() {
    return today;
  },
  banco: 'Banco General',
  referencia: 'ACH 778',
};
export const statement = async (id: number, who: Browser = manager) =>
  (await who.get(`/api/contracts/${id}/statement`)).json<{ data: ContractStatement }>().data;
/** A contract with 25 % of each job approved: 10,000 of 40,000. */
export async function quarter() {
  const made = await signed();
  today = made.signed_on!;
  await approve(made.id, 2500);
  return made.id;
}
export async function approved(contractId: number) {
  const { id } = account(await measure(contractId));
  account(await step(manager, id, 2));
  account(await step(contractor, id, 3));
  return account(await step(boss, id, 4));
}
