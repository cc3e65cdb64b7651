import { beforeAll, expect, test } from 'vitest';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { eq, sql } from 'drizzle-orm';
import { files } from '#server/kernel/kernel.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { compareBooks } from '#server/modules/money/ledger/ledger.jobs.ts';
import { useApp } from '#test/app.ts';
import { balanceIn, expectBooksAre, postedOf } from '#test/books.ts';
import { makeParties, promotora } from '#test/contracts.ts';
import { makeDeliverable } from '#test/handovers.ts';
import { moneyTeam, openOf, pay, planOf, show } from '#test/payments.ts';
import { handovers } from './handover.table.ts';

const llave = useApp();
const db = () => llave.database.db;
beforeAll(() => makeParties(llave));

/** A delivery of this day with its acta; `imported`: before the system. */
async function deliverAt(
  home: { id: number; modelId: number },
  saleId: number,
  { imported = false } = {},
): Promise<void> {
  await db().delete(handovers).where(eq(handovers.saleId, saleId));
  const [acta] = await db()
    .insert(files)
    .values({
      reference: 'entrega',
      referenceId: home.id,
      sensitive: false,
      sha256: 'a'.repeat(64),
      mime: 'application/pdf',
      size: 1,
      name: 'acta.pdf',
      createdAt: llave.clock.now(),
    })
    .returning();
  await db()
    .insert(handovers)
    .values({
      code: `EN-2026-8${saleId}`,
      saleId,
      houseId: home.id,
      modelId: home.modelId,
      stateId: HANDOVER.delivered,
      stateSince: llave.clock.now(),
      scheduledOn: '2026-11-20',
      deliveredOn: '2026-11-20',
      actaFileId: imported ? null : acta!.id,
      envelopeId: imported ? null : 1,
      imported,
      createdAt: llave.clock.now(),
    });
}

test('a delivered house is income against what its family deposited; what they pay later is applied too', async () => {
  const team = await moneyTeam(llave);
  const { sale, home } = await makeDeliverable(llave, { stateId: 10 });
  await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, sale.projectId));
  await planOf(team.enters, sale.id, { monto: '900.00', meses: 2, primera_fecha: '2026-12-01' });
  const [first, second] = openOf(await show(team.enters, sale.id));
  await pay(team, first!.id, first!.due_centavos);
  await compareBooks(llave.acting());
  expect(await balanceIn(db(), ACCOUNT.deposits, sql`l.sale_id = ${sale.id}`)).toBe(-first!.due_centavos);

  await deliverAt(home, sale.id, { imported: true });
  await compareBooks(llave.acting());
  // One that was delivered before the company moved in has its balances in the opening of the books.
  expect(await postedOf(db(), 'precontrato', sale.id)).toEqual([]);
  const beginBooks = (day: string) =>
    db().execute(sql`insert into ledger_books (book_id, opens_on) values (${promotora}, ${day})
      on conflict (book_id) do update set opens_on = excluded.opens_on`);
  await beginBooks('2026-11-21');
  await compareBooks(llave.acting());
  expect(await postedOf(db(), 'precontrato', sale.id)).toEqual([]);
  // One that was delivered between the first day of the books and the move is their income.
  await beginBooks('2026-11-01');
  await compareBooks(llave.acting());
  expect(await balanceIn(db(), ACCOUNT.houseSales, sql`l.sale_id = ${sale.id}`)).toBe(-sale.priceCents);
  await deliverAt(home, sale.id);
  await compareBooks(llave.acting());
  const own = sql`l.sale_id = ${sale.id}`;
  expect(await balanceIn(db(), ACCOUNT.deposits, own)).toBe(0);
  expect(await balanceIn(db(), ACCOUNT.houseSales, own)).toBe(-sale.priceCents);
  expect(await balanceIn(db(), ACCOUNT.receivable, own)).toBe(sale.priceCents - first!.due_centavos);

  await pay(team, second!.id, second!.due_centavos);
  await compareBooks(llave.acting());
  expect(await balanceIn(db(), ACCOUNT.deposits, own)).toBe(0);
  expect(await balanceIn(db(), ACCOUNT.receivable, own)).toBe(
    sale.priceCents - first!.due_centavos - second!.due_centavos,
  );
});

test('extras are earned as they are paid, in parts too, and the books are what the independent script says', async () => {
  const team = await moneyTeam(llave);
  const { sale, home } = await makeDeliverable(llave, { stateId: 10 });
  await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, sale.projectId));
  const charged = await team.enters.post(`/api/sale/precontracts/${sale.id}/cargos`, {
    tipo_id: PAYMENT_TYPE.extras,
    monto: '100.00',
  });
  expect(charged.statusCode, charged.body).toBe(201);
  const openExtras = async () => openOf(await show(team.enters, sale.id))[0]!;
  await pay(team, (await openExtras()).id, 40_00);
  await deliverAt(home, sale.id);
  await compareBooks(llave.acting());
  const own = sql`l.sale_id = ${sale.id}`;
  expect(await balanceIn(db(), ACCOUNT.extras, own)).toBe(-40_00);
  // The rest has a due of its own.
  await pay(team, (await openExtras()).id, 60_00);
  await compareBooks(llave.acting());
  expect(await balanceIn(db(), ACCOUNT.extras, own)).toBe(-100_00);
  expect(await balanceIn(db(), ACCOUNT.receivable, own)).toBe(sale.priceCents);
  expect(await balanceIn(db(), ACCOUNT.deposits, own)).toBe(0);
  await expectBooksAre(llave);
});
