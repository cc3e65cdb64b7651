import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { changes } from '#server/kernel/kernel.table.ts';
import { documents, documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeProject, makeSale } from '#test/factories.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

/** The transitions that a user may make in the first issue (rulings.md 32), listed independently of the rules. */
const SALE_ARROWS = new Set([
  '1→2',
  '2→3',
  '3→4',
  '3→5',
  '17→3',
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `${n}→16`),
]);
const PAYMENT_ARROWS = new Set(['2→3', '3→4', '3→5', '1→9', '2→9', '3→9']);
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test('every pair of states of a sale: the listed transitions pass, all others are refused with a reason', async () => {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const administrator = await signInAs(llave, 'administrador');
  const [letter] = await db.select().from(documentTypes).where(eq(documentTypes.name, 'desistimiento'));
  const saleIn = async (from: number, to?: number) => {
    const lot = await makeLot(db, { projectId: project.id });
    const ended = from >= 16;
    const sale = await makeSale(db, {
      stateId: from,
      projectId: project.id,
      modelId: model.id,
      lotId: lot.id,
      claim: ended
        ? { releasedAt: llave.clock.now(), releaseReason: 'Venció' }
        : from === 1
          ? { kind: 'hold' }
          : {},
      ...(from > 1 && { separation: 4, papers: [to === 4 ? 5 : 4] }),
    });
    if (from === 1)
      await administrator.patch(`/api/sale/precontracts/${sale.id}`, { consentimiento_datos: true });
    // Money was paid, so a withdrawal needs the customer's letter.
    if (to === 16 && from > 1)
      await db.insert(documents).values({
        saleId: sale.id,
        typeId: letter!.id,
        label: 'Carta de desistimiento',
        required: false,
        stateId: 2,
        createdAt: llave.clock.now(),
      });
    return sale;
  };
  for (const from of upTo(19)) {
    // A refusal changes nothing, so one sale meets all of them.
    const refusing = await saleIn(from);
    for (const to of upTo(19)) {
      const own = SALE_ARROWS.has(`${from}→${to}`) || to === 4 || to === 16;
      const sale = own ? await saleIn(from, to) : refusing;
      const before = await changesOf(sale.id);
      const answer = await administrator.patch(`/api/sale/precontracts/${sale.id}/status`, {
        params: { estado_id: to, motivo: 'Prueba' },
      });
      const pair = `${from}→${to}`;
      if (SALE_ARROWS.has(pair)) {
        expect(answer.statusCode, `${pair} ${answer.body}`).toBe(200);
        expect((await changesOf(sale.id)) - before, pair).toBe(1);
      } else {
        expect(answer.statusCode, pair).toBe(422);
        expect(answer.json(), pair).toMatchObject({
          code: 'TRANSITION',
          message: 'Cambio de estado no permitido',
          errors: [{ field: 'estado', message: expect.stringMatching(/\.$/) }],
        });
        expect(await changesOf(sale.id), pair).toBe(before);
      }
    }
  }
});

test('every pair of states of a payment, and a separation cannot be voided while its sale is open', async () => {
  const { db } = llave.database;
  const administrator = await signInAs(llave, 'administrador');
  const line = { banco_id: 1, fecha: '2026-11-20', monto: '500.00', tipo: 1 };
  for (const typeId of [1, 2])
    for (const from of upTo(9)) {
      const paymentIn = async () => {
        const sale = await makeSale(db, { separation: from, paymentType: typeId });
        return (await db.select().from(payments).where(eq(payments.saleId, sale.id)))[0];
      };
      const refusing = await paymentIn();
      for (const to of upTo(9)) {
        const allowed = PAYMENT_ARROWS.has(`${from}→${to}`) && !(typeId === 1 && to === 9);
        const payment = allowed ? await paymentIn() : refusing;
        const answer = await administrator.patch(`/api/sale/costumer_payments/${payment!.id}/status`, {
          params: { estado_id: to, motivo: 'Prueba', referencia: `R${payment!.id}`, ...line },
        });
        const pair = `tipo ${typeId}: ${from}→${to}`;
        expect(answer.statusCode, `${pair} ${answer.body}`).toBe(allowed ? 200 : 422);
        if (!allowed)
          expect(answer.json(), pair).toMatchObject({ code: 'TRANSITION', errors: [{ field: 'estado' }] });
      }
    }
});

test('an unknown state is invalid input', async () => {
  const sale = await makeSale(llave.database.db);
  const administrator = await signInAs(llave, 'administrador');
  for (const estado_id of [0, -1, 1.5, 'x', null, 1e9])
    expect(
      (await administrator.patch(`/api/sale/precontracts/${sale.id}/status`, { params: { estado_id } }))
        .statusCode,
      String(estado_id),
    ).toBe(422);
});

const changesOf = async (saleId: number) =>
  (await llave.database.db.select().from(changes).where(eq(changes.recordId, saleId))).filter(
    ({ record }) => record === 'precontrato',
  ).length;
