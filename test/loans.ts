import { expect } from 'vitest';
import type { Loan } from '#contract/money/interimLoans/model.ts';
import { loansNight } from '#server/modules/money/interimLoans/interimLoans.jobs.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeHouse, makeModel, makePartner, makeProject } from './factories.ts';
import { got } from './payables.ts';
import { serial } from './serial.ts';
import { signInAs } from './signIn.ts';

const next = serial();
export const LOANS = '/api/interim_loans';

/** Two people of accounting, a project with its promotora and two houses, a bank account, and what they do with loans. */
export async function makeLoans(llave: TestApp) {
  const { db } = llave.database;
  const clerk = await signInAs(llave, 'contabilidad');
  const second = await signInAs(llave, 'contabilidad');
  const company = await makePartner(db, 'contratante', `Promotora ${next()}`);
  const project = await makeProject(db, { promoterId: company.id });
  const model = await makeModel(db, { projectId: project.id });
  const homes = [
    await makeHouse(db, { projectId: project.id, modelId: model.id }),
    await makeHouse(db, { projectId: project.id, modelId: model.id }),
  ];
  const [account] = await db
    .insert(bankAccounts)
    .values({
      bankId: 1,
      name: `Interino ${next()}`,
      number: `03-77-${next()}`,
      typeId: 4,
      kindId: 3,
      holder: 'Promotora',
      createdAt: new Date('2026-01-01T00:00:00Z'),
    })
    .returning();
  const form = (over: object = {}) => ({
    company_id: company.id,
    project_id: project.id,
    bank_id: 1,
    number: `INT-${next()}`,
    limit_cents: 1_000_000_00,
    starts_on: '2026-01-01',
    ends_on: '2027-12-31',
    rate: 7.2,
    bank_account_id: account!.id,
    release_cents: 50_000_00,
    ...over,
  });
  const enter = async (over: object = {}) => got<Loan>(await clerk.post(LOANS, form(over)));
  const status = (who: Browser, part: string, id: number, estado_id: number, more: object = {}) =>
    who.patch(`${LOANS}/${part}${part && '/'}${id}/status`, { params: { estado_id, ...more } });
  const inForce = async (over: object = {}) => {
    const { id } = await enter(over);
    return got<Loan>(await status(second, '', id, 2));
  };
  const ask = (id: number, cents: number, over: object = {}, who: Browser = clerk) =>
    who.post(`${LOANS}/${id}/drawdowns`, {
      cents,
      purpose: 'Avance de obra',
      requested_on: '2026-01-05',
      ...over,
    });
  /** Asked, approved and received on a day. */
  async function drawn(id: number, cents: number, fecha: string): Promise<Loan> {
    const { drawdowns } = got<Loan>(await ask(id, cents));
    const one = drawdowns[0]!;
    got(await status(second, 'drawdowns', one.id, 2));
    return got<Loan>(await status(clerk, 'drawdowns', one.id, 3, { fecha, referencia: `TR-${next()}` }));
  }
  const prepare = (id: number, over: object, who: Browser = clerk) =>
    who.post(`${LOANS}/${id}/payments`, { pay_on: '2026-11-20', ...over });
  /** Prepared, approved and paid on a day. */
  async function paid(id: number, over: object, fecha: string): Promise<Loan> {
    const { payments } = got<Loan>(await prepare(id, { pay_on: fecha, ...over }));
    const one = payments[0]!;
    got(await status(second, 'payments', one.id, 2));
    return got<Loan>(await status(clerk, 'payments', one.id, 3, { fecha, referencia: `ND-${next()}` }));
  }
  const read = async (id: number) => got<Loan>(await clerk.get(`${LOANS}/${id}`));
  const night = () => llave.app.core.jobs.run(loansNight, {});
  return { clerk, second, company, project, model, homes, account: account!, form, enter, status, inForce, ask, drawn, prepare, paid, read, night }; // prettier-ignore
}

/** The field and the sentence of a refusal. */
export function faultOf(answer: {
  statusCode: number;
  body: string;
  json<T>(): T;
}): [number, string, string] {
  expect(answer.statusCode, answer.body).toBeGreaterThan(399);
  const { errors } = answer.json<{ errors?: { field: string; message: string }[] }>();
  return [answer.statusCode, errors?.[0]?.field ?? '', errors?.[0]?.message ?? ''];
}
