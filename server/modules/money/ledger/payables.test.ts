import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { balanceIn, followBooks, postedOf } from '#test/books.ts';
import { BATCHES, got, INVOICES, makePayables } from '#test/payables.ts';

const llave = useApp();
const db = () => llave.database.db;
let desk: Awaited<ReturnType<typeof makePayables>>;
const write = () => followBooks(llave);
const ofSupplier = () => sql`l.partner_id = ${desk.supplier.id}`;
beforeAll(async () => {
  desk = await makePayables(llave);
  await desk.account();
});

test('an invoice is owed on its day, paid on the bank’s, and owed again when the bank returns it', async () => {
  const today = panamaDay(llave.clock.now());
  const invoice = await desk.approved();
  await write();
  expect(await postedOf(db(), 'factura_proveedor', invoice.id)).toEqual([
    ['aprobada', ACCOUNT.constructionCost, 100_00],
    ['aprobada', ACCOUNT.itbmsCredit, 7_00],
    ['aprobada', ACCOUNT.suppliers, -107_00],
  ]);
  const batch = await desk.paid([{ kind: 'factura', id: invoice.id }], today);
  const [line] = batch.lines_list;
  await write();
  expect(await balanceIn(db(), ACCOUNT.suppliers, ofSupplier())).toBe(0);
  got(
    await desk.clerk.post(`${BATCHES}/${batch.id}/lines/${line!.id}/return`, {
      returned_on: today,
      reason: 'Cuenta cerrada',
    }),
  );
  await write();
  expect(await postedOf(db(), 'pago_proveedor', line!.id)).toEqual([
    ['pagado', ACCOUNT.suppliers, 107_00],
    ['pagado', ACCOUNT.operatingBanks, -107_00],
    ['devuelto', ACCOUNT.suppliers, -107_00],
    ['devuelto', ACCOUNT.operatingBanks, 107_00],
  ]);
  expect(await balanceIn(db(), ACCOUNT.suppliers, ofSupplier())).toBe(-107_00);
});

test('credit notes and advances bring what a supplier is owed to what their invoices still owe', async () => {
  const today = panamaDay(llave.clock.now());
  const { clerk, second, supplier, company, approved, paid } = desk;
  const invoice = await approved();
  await approved({
    kind: 'nota_credito',
    corrects_id: invoice.id,
    subtotal_centavos: 20_00,
    itbms_centavos: 1_40,
    lines: [{ description: 'Devueltos', cents: 20_00, itbms_centavos: 1_40, account_id: 34 }],
  });
  const advance = got<{ id: number }>(
    await clerk.post('/api/payables/advances', {
      supplier_id: supplier.id,
      company_id: company.id,
      cents: 50_00,
      reason: 'Pedido especial',
    }),
  );
  got(await second.patch(`/api/payables/advances/${advance.id}/status`, { params: { estado_id: 2 } }));
  await paid([{ kind: 'anticipo', id: advance.id }], today);
  const settled = { kind: 'anticipo', source_id: advance.id, cents: 30_00 };
  got(await clerk.post(`${INVOICES}/${invoice.id}/settlements`, settled));
  await write();
  const [owed] = await rows<{ cents: number }>(
    db(),
    sql`select sum(total_cents - withheld_cents - settled_cents)::bigint cents from supplier_invoices
      where partner_id = ${supplier.id} and kind = 'factura' and state_id in (3, 4)`,
  );
  expect(await balanceIn(db(), ACCOUNT.suppliers, ofSupplier())).toBe(-Number(owed!.cents));
  expect(await balanceIn(db(), ACCOUNT.supplierAdvances, ofSupplier())).toBe(20_00);
  expect(await rows(db(), sql`select * from ledger_differences()`)).toEqual([]);
});
