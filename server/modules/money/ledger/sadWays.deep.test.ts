import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import type { Invoice } from '#contract/money/invoices/model.ts';
import { handovers } from '#server/modules/care/handover/handover.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { approved, step } from '#test/accounts.ts';
import { useApp } from '#test/app.ts';
import { balanceIn, expectBooksAre, followBooks, postedOf } from '#test/books.ts';
import * as parties from '#test/contracts.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { makeMaterialSite } from '#test/materials.ts';
import { BATCHES, got, INVOICES, makePayables } from '#test/payables.ts';
import { signInAs } from '#test/signIn.ts';

// The sad ways of the books: after each, they are what the independent script of test/books.ts says.
const llave = useApp();
const db = () => llave.database.db;
const today = () => panamaDay(llave.clock.now());
let desk: Awaited<ReturnType<typeof makePayables>>;
beforeAll(async () => {
  await parties.makeParties(llave);
  desk = await makePayables(llave);
  await desk.account();
  for (const { id } of [parties.project, desk.project])
    await db().update(projects).set({ promoterId: desk.company.id }).where(eq(projects.id, id));
});

test('invoice "F-001" and "f 001" of one supplier: owed once', async () => {
  const first = await desk.approved({ number: 'F-001' });
  const again = await desk.clerk.post(INVOICES, desk.form({ number: 'f 001' }));
  expect(again.statusCode).toBe(409);
  await followBooks(llave);
  expect(await balanceIn(db(), ACCOUNT.suppliers, sql`l.partner_id = ${desk.supplier.id}`)).toBe(
    -first.total_centavos,
  );
  await expectBooksAre(llave);
});

test('more invoiced than received: what was not received waits in its own account', async () => {
  const site = await makeMaterialSite(llave);
  await db().update(projects).set({ promoterId: desk.company.id }).where(eq(projects.id, site.project.id));
  const order = await site.ordered(site.cement, 50, 990);
  expect((await site.receive(site.resident, order, [30])).statusCode).toBe(201);
  const cents = 40 * 990;
  const { id } = await desk.enter({
    supplier_id: site.supplier.id,
    order_id: order.id,
    subtotal_centavos: cents,
    itbms_centavos: 0,
    lines: [
      {
        description: 'Cemento',
        quantity: 40,
        cents,
        itbms_centavos: 0,
        order_line_id: order.lines[0]!.id,
        cost_code_id: 1,
        project_id: site.project.id,
        house_id: site.houseId,
      },
    ],
  });
  got(await desk.move(desk.clerk, id, 2));
  expect((await desk.move(desk.boss, id, 3)).statusCode).toBe(422);
  got(await desk.move(desk.boss, id, 3, { motivo: 'Llega mañana' }));
  await followBooks(llave);
  const waiting = sql`l.partner_id = ${site.supplier.id}`;
  expect(await balanceIn(db(), ACCOUNT.receivedToInvoice, waiting)).toBe(10 * 990);
  await expectBooksAre(llave);
});

test('an ACH that the bank returned: owed again, both days stay, paid once more', async () => {
  const invoice = await desk.approved();
  const items = [{ kind: 'factura', id: invoice.id }];
  const batch = await desk.paid(items, today());
  const back = { returned_on: today(), reason: 'Cuenta cerrada' };
  got(await desk.clerk.post(`${BATCHES}/${batch.id}/lines/${batch.lines_list[0]!.id}/return`, back));
  await expectBooksAre(llave);
  const again = await desk.paid(items, today());
  await followBooks(llave);
  expect((await postedOf(db(), 'pago_proveedor', again.lines_list[0]!.id)).map(([event]) => event)).toEqual([
    'pagado',
    'pagado',
  ]);
  expect((await desk.read(invoice.id)).state.id).toBe(5);
  await expectBooksAre(llave);
});

/** A delivered house of a sale, with the acta that the delivery of the system has. */
async function delivered(deliveredOn: string, imported = true) {
  const made = await makeDeliverable(llave, { stateId: 14 });
  await db()
    .update(projects)
    .set({ promoterId: desk.company.id })
    .where(eq(projects.id, made.sale.projectId));
  await db()
    .insert(handovers)
    .values({
      code: `EN-2026-7${made.sale.id}`,
      saleId: made.sale.id,
      houseId: made.home.id,
      modelId: made.home.modelId,
      stateId: HANDOVER.delivered,
      stateSince: llave.clock.now(),
      scheduledOn: deliveredOn,
      deliveredOn,
      imported,
      ...(!imported && {
        envelopeId: 1,
        actaFileId: sql`(select id from files order by id limit 1)`,
      }),
      createdAt: llave.clock.now(),
    });
  return made;
}

test('a cost that arrives after the delivery is the cost of that house at once, and leaves nothing in progress', async () => {
  const { home, sale } = await delivered('2026-11-19', false);
  const late: Invoice = await desk.approved({
    lines: [
      {
        description: 'Pintura que faltaba',
        cents: 100_00,
        itbms_centavos: 7_00,
        account_id: null,
        cost_code_id: 1,
        project_id: sale.projectId,
        house_id: home.id,
      },
    ],
  });
  await followBooks(llave);
  expect((await postedOf(db(), 'factura_proveedor', late.id))[0]).toEqual([
    'aprobada',
    ACCOUNT.constructionCost,
    100_00,
  ]);
  expect(await balanceIn(db(), ACCOUNT.housesInProgress, sql`l.lot_id = ${home.lotId}`)).toBe(0);
  await expectBooksAre(llave);
});

test('a retention too small for the back-charge: what it lacks the contractor owes, and then pays', async () => {
  const contract = await parties.signed({ contracting_party_id: desk.company.id });
  await parties.approve(contract.id, 2500);
  const account = await approved(contract.id);
  const paid = { fecha: today(), banco: 'Banco General', referencia: 'ACH 1' };
  expect((await step(parties.accountant, account.id, 5, paid)).statusCode).toBe(200);
  await followBooks(llave);
  const held = -(await balanceIn(db(), ACCOUNT.retention, sql`l.contract_id = ${contract.id}`));
  expect(held).toBeGreaterThan(0);
  const asked = await parties.manager.post('/api/care/charges', {
    contrato_id: contract.id,
    monto_centavos: held + 250_00,
    documento: 'FAC-901',
    motivo: 'Se reparó la cubierta',
  });
  const { id } = asked.json<{ data: { id: number } }>().data;
  const decide = (estado_id: number, params: object = {}) =>
    parties.accountant.patch(`/api/care/charges/${id}/status`, { params: { estado_id, ...params } });
  got(await decide(CHARGE.approved));
  await followBooks(llave);
  const own = sql`l.contract_id = ${contract.id}`;
  expect(await balanceIn(db(), ACCOUNT.retention, own)).toBe(0);
  expect(await balanceIn(db(), ACCOUNT.contractorCharges, own)).toBe(250_00);
  await expectBooksAre(llave);
  got(await decide(CHARGE.collected, { ...paid, referencia: 'ACH 2' }));
  await followBooks(llave);
  expect(await balanceIn(db(), ACCOUNT.contractorCharges, own)).toBe(0);
  await expectBooksAre(llave);
});

test('a claim one day late is out of cover, and costs the books nothing', async () => {
  const deliveredOn = addMonths(today(), -12);
  const { home } = await delivered(deliveredOn);
  const hands = await signInAs(llave, 'postventa');
  const coverOn = async (dia: string) =>
    (await hands.get(`/api/care/warranty/cover?vivienda_id=${home.id}&parte=pintura&dia=${dia}`)).json<{
      data: { covered: boolean; days_left: number };
    }>().data;
  expect(await coverOn(today())).toMatchObject({ covered: true, days_left: 0 });
  expect(await coverOn(addDays(today(), 1))).toMatchObject({ covered: false, days_left: -1 });
  await followBooks(llave);
  expect(await balanceIn(db(), ACCOUNT.warranty, sql`l.lot_id = ${home.lotId}`)).toBe(0);
  await expectBooksAre(llave);
});
