import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeProject, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
let admin: Browser;
let adviser: Browser;
beforeAll(async () => {
  admin = await signInAs(llave, 'administrador');
  adviser = await signInAs(llave, 'asesor');
});

const base = '/api/administrations/catalogs';
type Answer = Awaited<ReturnType<Browser['get']>>;
const rows = (answer: Answer) => answer.json<{ data: Record<string, unknown>[] }>().data;

test('an administrator sees the number of uses of each row, and can archive a used row; its records keep it', async () => {
  const { db } = llave.database;
  const project = await makeProject(db, { province: 'Coclé', district: 'Penonomé' });
  for (const typeId of [2, 2, 6]) await makeLot(db, { projectId: project.id, typeId });
  const uses = async (name: string) => rows(await admin.get(`${base}/${name}/uses`));
  expect(await uses('type_lots')).toEqual([
    { id: 2, count: 2 },
    { id: 6, count: 1 },
  ]);
  expect(await uses('provincias')).toContainEqual({ id: 2, count: 1 });
  expect(await uses('distritos')).toEqual([{ id: 45, count: 1 }]);
  await makeSale(db, { stateId: 3, origin: 'feria', workSector: 'Privado' });
  expect(await uses('states_precontract')).toEqual([{ id: 3, count: 1 }]);
  expect(await uses('origen')).toEqual([{ id: 7, count: 1 }]);
  expect((await admin.get(`${base}/tickets/uses`)).statusCode).toBe(404);
  expect((await adviser.get(`${base}/type_lots/uses`)).statusCode).toBe(403);
  expect((await admin.post(`${base}/type_lots/items/6/archive`)).statusCode).toBe(200);
  const lots = rows(await admin.get(`/api/lotes?proyecto_id=${project.id}`));
  expect(lots.at(-1)).toMatchObject({ type: { id: 6, name: 'Comercial' } });
  expect(rows(await adviser.get('/api/type_lots/list')).map(({ id }) => id)).not.toContain(6);
});

describe('declared uses', () => {
  test('every declared table and column exists', async () => {
    const { rows: columns } = await llave.database.pool.query<{ held: string }>(
      `select table_name || '.' || column_name held from information_schema.columns where table_schema = 'public'`,
    );
    const known = new Set(columns.map(({ held }) => held));
    const declared = CATALOGS.flatMap(({ uses = [] }) => uses);
    expect(declared.length).toBeGreaterThan(15);
    for (const { table, column, province } of declared) {
      expect(known).toContain(`${table}.${column}`);
      if (province) expect(known).toContain(`${table}.${province}`);
    }
  });

  test('every column with a catalog id is declared', async () => {
    const { rows: columns } = await llave.database.pool.query<{ held: string }>(
      `select c.table_name || '.' || c.column_name held from information_schema.columns c
       where c.table_schema = 'public' and c.data_type in ('smallint', 'integer') and c.column_name like '%\\_id'
         and not exists (select from information_schema.key_column_usage k
           where k.table_name = c.table_name and k.column_name = c.column_name
             and k.constraint_name like '%\\_fk') order by 1`,
    );
    const declared = new Set(
      CATALOGS.flatMap(({ uses = [] }) => uses.map((use) => `${use.table}.${use.column}`)),
    );
    // Derived totals repeat the values of their sales; states that the office cannot rename are in code.
    const others = [
      'sale_totals.state_id',
      'sale_counts.state_id',
      'quotes.state_id',
      'refunds.state_id',
      'commission_lines.state_id',
      'bank_profile_pages.state_id',
      'envelopes.state_id',
      'envelope_signers.state_id',
      'contract_template_versions.state_id',
      'promises.state_id',
      // The stage that a promise in signing returns its sale to.
      'promises.sale_state_id',
      'seals.state_id',
      'addenda.state_id',
      'complaints.state_id',
      'contract_addenda.state_id',
      'progress_accounts.state_id',
      'purchase_orders.state_id',
      'stock_counts.state_id',
      'accounting_periods.state_id',
      'vouchers.state_id',
      'back_charges.state_id',
      'handovers.state_id',
      'punch_items.state_id',
      'ticket_orders.state_id',
      'supplier_invoices.state_id',
      'supplier_advances.state_id',
      'payment_batches.state_id',
      'petty_replenishments.state_id',
      'interim_loans.state_id',
      'bank_reconciliations.state_id',
      'issued_invoices.state_id',
      'online_deposits.state_id',
      'interim_drawdowns.state_id',
      'interim_payments.state_id',
      'interim_releases.state_id',
    ];
    const expected = columns.map(({ held }) => held).filter((held) => !others.includes(held));
    expect(expected.filter((held) => !declared.has(held))).toEqual([]);
    expect(expected.length).toBeGreaterThan(8);
  });
});
