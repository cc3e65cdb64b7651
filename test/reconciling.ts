import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { Reconciliation } from '#contract/money/bankReconciliations/model.ts';
import type { Period } from '#contract/money/ledger/books.ts';
import type { Voucher } from '#contract/money/ledger/vouchers.ts';
import { moneyText } from '#contract/money.ts';
import { projectBankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { Browser, TestApp } from './app.ts';
import { got, makePayables } from './payables.ts';
import { followBooks } from './books.ts';

export const RECONCILIATIONS = '/api/accounting/bank_reconciliations';

/** A line of the bank: day, reference, words, centavos. */
export type BankLine = readonly [day: string, reference: string, words: string, cents: number];

/** The desk of payables, whose bank account has statements and reconciliations, and what people do with them. */
export async function makeReconciling(llave: TestApp) {
  const desk = await makePayables(llave);
  const { clerk, second, bank, company, project } = desk;
  const { db } = llave.database;
  // What comes into the account without a sale is of the company's books.
  await db.update(projects).set({ promoterId: company.id }).where(eq(projects.id, project.id));
  await db.insert(projectBankAccounts).values({ projectId: project.id, accountId: bank.id, forBuyers: true });

  /** Imports a statement of a month: the balances follow from the opening one. */
  async function statement(opening: number, lines: readonly BankLine[], account = bank.id) {
    let balance = opening;
    const rows = lines.map(([day, reference, words, cents]) => {
      balance += cents;
      const amounts = cents > 0 ? `,"${moneyText(cents)}"` : `"${moneyText(-cents)}",`;
      return `${day.split('-').toReversed().join('/')},${reference},${words},${amounts},"${moneyText(balance)}"`;
    });
    const text = ['Fecha,Referencia,Descripción,Débito,Crédito,Saldo', ...rows].join('\n');
    const archivo = new File([text], 'extracto.csv', { type: 'text/csv' });
    const answer = await clerk.form('/api/accounting/statements', { cuenta_id: String(account), archivo });
    expect(answer.statusCode, answer.body).toBe(201);
    return { id: answer.json<{ data: { id: number } }>().data.id, closing: balance };
  }

  /** A voucher that puts money into the account or takes it out, approved by another. */
  async function voucher(day: string, cents: number, description: string, over: object = {}) {
    const side = (account_id: number, amount: number, bank_account_id: number | null) => ({
      account_id,
      debit_centavos: amount > 0 ? amount : null,
      credit_centavos: amount < 0 ? -amount : null,
      bank_account_id,
    });
    const made = got<Voucher>(
      await clerk.post('/api/accounting/vouchers', {
        book_id: company.id,
        day,
        description,
        lines: [side(ACCOUNT.operatingBanks, cents, bank.id), side(ACCOUNT.payroll, -cents, null)],
        ...over,
      }),
    );
    await approve(made.id, true);
    return made.id;
  }
  const moveVoucher = (who: Browser, id: number, estado_id: number, motivo?: string) =>
    who.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id, motivo } });
  /** Approves a voucher; one that only was typed is sent first. */
  async function approve(id: number, send = false) {
    if (send) got(await moveVoucher(clerk, id, 2));
    got(await moveVoucher(second, id, 3));
  }

  const begin = (period: number, account = bank.id, who: Browser = clerk) =>
    who.post(RECONCILIATIONS, { account_id: account, period });
  const read = async (id: number, who: Browser = clerk) =>
    got<Reconciliation>(await who.get(`${RECONCILIATIONS}/${id}`));
  const move = (who: Browser, id: number, estado_id: number, motivo?: string) =>
    who.patch(`${RECONCILIATIONS}/${id}/status`, { params: { estado_id, motivo } });
  const accept = (id: number, pairs?: object[]) =>
    clerk.post(`${RECONCILIATIONS}/${id}/matches/accept`, pairs ? { pairs } : {});
  const match = (id: number, bankKeys: string[], book: string[], who: Browser = clerk) =>
    who.post(`${RECONCILIATIONS}/${id}/matches`, { bank: bankKeys, book });
  const explain = (id: number, key: string, kind: string | null, text = '') =>
    clerk.send({ method: 'PUT', url: `${RECONCILIATIONS}/${id}/explanations`, payload: { key, kind, text } });
  const adjust = (id: number, line_id: number, kind: string, over: object = {}, who: Browser = clerk) =>
    who.post(`${RECONCILIATIONS}/${id}/adjustments`, { line_id, kind, ...over });
  const close = (id: number, closing_centavos: number) =>
    clerk.send({ method: 'PUT', url: `${RECONCILIATIONS}/${id}/closing`, payload: { closing_centavos } });
  /** Finished by one, reviewed by another. */
  async function settle(id: number) {
    got(await move(clerk, id, 2));
    return got<Reconciliation>(await move(second, id, 3));
  }
  const period = (who: Browser, month: number, estado_id: number, motivo?: string) =>
    who.patch(`/api/accounting/books/${company.id}/periods/${month}/status`, {
      params: { estado_id, motivo },
    });
  const periodsOf = async (year: number) =>
    got<Period[]>(await clerk.get(`/api/accounting/periods?libro_id=${company.id}&anio=${year}`));
  const follow = () => followBooks(llave);
  return { ...desk, statement, voucher, moveVoucher, approve, begin, read, moveReconciliation: move, accept, match, explain, adjust, close, settle, period, periodsOf, follow }; // prettier-ignore
}

/** The line of one side whose words or reference hold a text. */
export const lineOf = <L extends { description: string; reference: string }>(
  list: readonly L[],
  words: string,
): L => {
  const found = list.find((one) => `${one.reference} ${one.description}`.includes(words));
  expect(found, words).toBeDefined();
  return found!;
};
