import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { bankWork } from '#test/banks.ts';
import { makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const llave = useApp();
const { begin } = bankWork(llave);
const url = (id: number) => `/api/sale/precontracts/${id}`;
const recordOf = async (who: StaffBrowser, id: number) =>
  (await who.get(url(id))).json<{ data: SaleRecord }>().data;

test('a sale gets the lawyer with the fewest sales when its legal work begins, first from its project', async () => {
  const { db } = llave.database;
  const project = await makeProject(db);
  const outside = await makeUser(db, { roles: ['abogado'] });
  const [busy, free] = [
    await makeUser(db, { roles: ['abogado'], projectIds: [project.id] }),
    await makeUser(db, { roles: ['abogado'], projectIds: [project.id], name: 'Nadia Free' }),
  ];
  await makeSale(db, { stateId: 9, projectId: project.id, lawyerId: busy.id });
  const sale = await makeSale(db, { stateId: 6, projectId: project.id });
  const boss = await signInAs(llave, 'administrador');
  expect((await recordOf(boss, sale.id)).lawyer).toBeNull();
  expect(await llave.act((ctx) => advanceSale(ctx, sale.id, 8))).toBe(true);
  expect((await recordOf(boss, sale.id)).lawyer).toEqual({ id: free.id, name: 'Nadia Free' });

  // The processor reassigns it by hand; a user without the role cannot be chosen, and a stale version is refused.
  const processor = await signInAs(llave, 'procesador');
  expect((await processor.patch(`${url(sale.id)}/lawyer`, { abogado_id: busy.id })).statusCode).toBe(404);
  await db.update(sales).set({ processorId: processor.user.id }).where(eq(sales.id, sale.id));
  const { version } = await recordOf(processor, sale.id);
  const give = (abogado_id: number) => processor.patch(`${url(sale.id)}/lawyer`, { abogado_id, version });
  expect((await give(processor.user.id)).json()).toMatchObject({
    errors: [{ field: 'abogado_id', message: 'Elige un abogado activo de la lista.' }],
  });
  expect((await give(outside.id)).json()).toMatchObject({ data: { lawyer: { id: outside.id } } });
  expect((await give(busy.id)).statusCode).toBe(409);
});

test('a cash sale becomes paid without a bank, after its whole price is confirmed', async () => {
  const { db, sale } = await begin({}, { stateId: 12, paymentForm: 'contado', priceCents: 8_500_000 });
  const accountant = await signInAs(llave, 'contabilidad');
  const arrow = async () =>
    (await recordOf(accountant, sale.id)).transitions.find(({ estado_id }) => estado_id === 13);
  expect((await arrow())?.disabled).toMatch(/^Falta confirmar USD.85,000\.00 del precio\.$/);
  let receipt = 7_000;
  const pay = (typeId: number, cents: number) => {
    receipt += 1;
    return db.insert(payments).values({
      saleId: sale.id,
      typeId,
      stateId: 4,
      dueCents: cents,
      bankId: 1,
      bankReference: `CONTADO-${receipt}`,
      bankDate: '2026-11-20',
      bankCents: cents,
      confirmedAt: llave.clock.now(),
      confirmedBy: accountant.user.id,
      receiptNumber: receipt,
      createdAt: llave.clock.now(),
    });
  };
  await pay(7, 8_000_000);
  // Legal costs are not part of the price.
  await pay(4, 500_000);
  expect((await arrow())?.disabled).toMatch(/5,000\.00/);
  await pay(1, 500_000);
  expect((await arrow())?.disabled).toBeNull();
  const moved = await accountant.patch(`${url(sale.id)}/status`, { params: { estado_id: 13 } });
  expect(moved.statusCode, moved.body).toBe(200);
  expect((await recordOf(accountant, sale.id)).state.id).toBe(13);
});
