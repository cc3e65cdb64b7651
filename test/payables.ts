import { expect } from 'vitest';
import type { Invoice } from '#contract/money/invoices/model.ts';
import type { Batch, SupplierAccount } from '#contract/money/paymentBatches/model.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makePartner, makeProject } from './factories.ts';
import { serial } from './serial.ts';
import { signInAs } from './signIn.ts';

const next = serial();
export const INVOICES = '/api/payables/invoices';
export const BATCHES = '/api/payables/batches';
type Answer = Awaited<ReturnType<Browser['get']>>;
export const got = <A>(answer: Answer): A => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: A }>().data;
};

/** People of accounting, a supplier, a company, a project and a bank account, and what they do with invoices. */
export async function makePayables(llave: TestApp) {
  const { db } = llave.database;
  const clerk = await signInAs(llave, 'contabilidad');
  const second = await signInAs(llave, 'contabilidad');
  const boss = await signInAs(llave, 'gerencia');
  const project = await makeProject(db);
  const supplier = await makePartner(db, 'proveedor', `Ferretería ${next()}`);
  const company = await makePartner(db, 'contratante', `Promotora ${next()}`);
  const [bank] = await db
    .insert(bankAccounts)
    .values({
      bankId: 1,
      name: `Operativa ${next()}`,
      number: `04-01-${next()}`,
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: new Date('2026-01-01T00:00:00Z'),
    })
    .returning();
  const form = (over: object = {}) => ({
    supplier_id: supplier.id,
    company_id: company.id,
    number: `F-${next()}`,
    issued_on: '2026-11-10',
    due_on: '2026-11-25',
    subtotal_centavos: 100_00,
    itbms_centavos: 7_00,
    concept: 'Materiales',
    lines: [
      { description: 'Clavos', cents: 100_00, itbms_centavos: 7_00, account_id: 34, project_id: project.id },
    ],
    ...over,
  });
  const enter = async (over: object = {}) => got<Invoice>(await clerk.post(INVOICES, form(over)));
  const move = (who: Browser, id: number, estado_id: number, params: object = {}) =>
    who.patch(`${INVOICES}/${id}/status`, { params: { estado_id, ...params } });
  const approved = async (over: object = {}) => {
    const { id } = await enter(over);
    got(await move(clerk, id, 2));
    return got<Invoice>(await move(boss, id, 3));
  };
  const read = async (id: number) => got<Invoice>(await clerk.get(`${INVOICES}/${id}`));
  const account = async (partnerId = supplier.id, bankId = 4) => {
    const made = got<SupplierAccount>(
      await clerk.post('/api/payables/supplier_accounts', {
        partner_id: partnerId,
        bank_id: bankId,
        number: `0101-${next()}`,
        kind: 'corriente',
        holder: 'Ñandú; "Hnos", S.A.',
        reason: 'Carta del banco',
      }),
    );
    return got<SupplierAccount>(
      await second.post(`/api/payables/supplier_accounts/${made.id}/decision`, { accept: true }),
    );
  };
  const prepare = (items: object[], over: object = {}, who: Browser = clerk) =>
    who.post(BATCHES, { bank_account_id: bank!.id, kind: 'ach', pay_on: '2026-12-31', items, ...over });
  const step = (who: Browser, id: number, estado_id: number, params: object = {}) =>
    who.patch(`${BATCHES}/${id}/status`, { params: { estado_id, ...params } });
  /** Prepared, approved, sent and confirmed by the bank on a day. */
  async function paid(items: object[], fecha: string, over: object = {}): Promise<Batch> {
    const { id } = got<Batch>(await prepare(items, over));
    got(await step(second, id, 2));
    got(await step(clerk, id, 3));
    return got<Batch>(await step(second, id, 4, { fecha, referencia: 'ACH 9911' }));
  }
  return { clerk, second, boss, project, supplier, company, bank: bank!, form, enter, move, approved, read, account, prepare, step, paid }; // prettier-ignore
}
