import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paysPrice } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { PlanPreview } from '#contract/money/payments/plan.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeSale } from '#test/factories.ts';
import { errorsOf, moneyOf, moneyTeam, openOf, pay, PAYMENTS as base, planOf, reverse, show, text } from '#test/payments.ts'; // prettier-ignore
import { signInAs } from '#test/signIn.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { paymentCredits, payments } from './payments.table.ts';

const llave = useApp();
const team = () => moneyTeam(llave);

describe('a plan of installments', () => {
  test('a preview shows the installments that the plan then has, and writes nothing', async () => {
    const all = await team();
    const sale = await makeSale(llave.database.db, { priceCents: 1_000_000, separation: 1 });
    const url = `/api/sale/precontracts/${sale.id}/plan/cuotas`;
    const terms = 'monto=1000.00&meses=3&primera_fecha=2026-12-31';
    const preview = async (query: string) => all.enters.get(`${url}?${query}`);
    const shown = (await preview(terms)).json<{ data: PlanPreview }>().data;
    expect((await show(all.enters, sale.id)).plan).toBeNull();
    const made = moneyOf(await planOf(all.enters, sale.id, { monto: '1000.00' }));
    expect(shown.cuotas.map(({ centavos }) => centavos)).toEqual(
      openOf(made).flatMap(({ concept, due_centavos }) =>
        concept.startsWith('Cuota') ? [due_centavos] : [],
      ),
    );
    expect(shown.cuotas.map(({ due_on }) => due_on)).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
    expect(shown.separacion_centavos + shown.cuotas.reduce((sum, one) => sum + one.centavos, 0)).toBe(
      100_000,
    );
    expect(errorsOf(await preview(terms.replace('1000.00', '0.01')))[0]!.field).toBe('monto');
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(`${url}?${terms}`)).statusCode).toBe(403);
  });

  test('the plan sums to the cent after the separation, with due dates on the same day of each month', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { priceCents: 7_500_000, separation: 4 });
    const who = await signInAs(llave, 'contabilidad');
    const made = moneyOf(await planOf(who, sale.id, { porcentaje: 2 }));
    expect(made.plan).toMatchObject({ total_centavos: 150_000, separacion_centavos: 50_000, percent: 2 });
    const parts = openOf(made);
    expect(parts.map(({ due_centavos }) => due_centavos)).toEqual([33_333, 33_333, 33_334]);
    expect(parts.map(({ concept }) => concept)).toEqual(['Cuota 1', 'Cuota 2', 'Cuota 3']);
    expect(parts.map(({ due_at }) => due_at!.slice(0, 10))).toEqual([
      '2027-01-01',
      '2027-02-01',
      '2027-03-01',
    ]);
    expect(made.account).toMatchObject({ balance_centavos: 7_450_000, up_to_date: true });
  });

  test('replacing a plan needs a reason, and rescheduling keeps the sum', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { priceCents: 1_000_000 });
    const all = await team();
    const first = moneyOf(await planOf(all.enters, sale.id, { monto: '300.00' }));
    expect(errorsOf(await planOf(all.enters, sale.id, { monto: '600.00' }))).toMatchObject([
      { field: 'motivo' },
    ]);
    await pay(all, openOf(first)[0]!.id, 10_000);
    const url = `/api/sale/precontracts/${sale.id}/plan`;
    const change = (cuotas: object[], plan_id = first.plan!.id) =>
      all.enters.send({ method: 'PUT', url, payload: { plan_id, motivo: 'Perdió el trabajo', cuotas } });
    const short = await change([{ fecha: '2027-01-15', monto: '199.99' }]);
    expect(errorsOf(short)[0]!.message).toContain('deben sumar USD\u00A0200.00');
    expect(errorsOf(await change([{ fecha: '2020-01-15', monto: '200.00' }]))[0]!.field).toBe(
      'cuotas[0][fecha]',
    );
    const changed = moneyOf(
      await change([
        { fecha: '2027-03-15', monto: '150.00' },
        { fecha: '2027-01-15', monto: '50.00' },
      ]),
    );
    expect(openOf(changed).map(({ due_centavos }) => due_centavos)).toEqual([5_000, 15_000]);
    expect((await change([{ fecha: '2027-01-15', monto: '200.00' }])).statusCode).toBe(409);
    const bigger = moneyOf(
      await planOf(all.enters, sale.id, { monto: '700.00', motivo: 'Cambió el financiamiento' }),
    );
    expect(openOf(bigger).reduce((sum, { due_centavos }) => sum + due_centavos, 0)).toBe(60_000);
    expect(bigger.actions.reprogram).toEqual({ disabled: null });
    for (const { id, due_centavos } of openOf(bigger)) await pay(all, id, due_centavos);
    expect((await show(all.enters, sale.id)).actions.reprogram).toEqual({
      disabled: 'No queda ninguna cuota por pagar.',
    });
    await db.update(sales).set({ stateId: SALE.withdrawn }).where(eq(sales.id, sale.id));
    const { disabled } = (await show(all.enters, sale.id)).actions.reprogram!;
    expect(disabled).toBe((await show(all.enters, sale.id)).actions.plan!.disabled);
    expect(disabled).not.toBeNull();
  });
});

describe('a payment that differs from the due', () => {
  test('a smaller payment leaves a due for the rest and gives a receipt for the paid part', async () => {
    const sale = await makeSale(llave.database.db, { priceCents: 1_000_000 });
    const all = await team();
    const [due] = openOf(moneyOf(await planOf(all.enters, sale.id, { monto: '300.00', meses: 1 })));
    const paid = await pay(all, due!.id, 12_000);
    expect(paid).toMatchObject({ state: { name: 'Pago parcial' }, receipt: expect.any(String) });
    const now = await show(all.enters, sale.id);
    expect(openOf(now)).toMatchObject([{ due_centavos: 18_000, concept: 'Saldo de la cuota 1' }]);
    expect(now.account).toMatchObject({ balance_centavos: 988_000, paid_centavos: 12_000 });
  });

  test('a partial separation asks for the rest, and the sale continues only when both are paid', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { separation: 1 });
    const all = await team();
    const [first] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    await pay(all, first!.id, 20_000);
    const [rest] = openOf(await show(all.enters, sale.id));
    expect(rest).toMatchObject({ type: { id: 1 }, due_centavos: 30_000 });
    await pay(all, rest!.id, 30_000);
    const latest = (await db.select().from(payments).where(eq(payments.saleId, sale.id))).at(-1);
    expect(latest!.stateId).toBe(PAYMENT.confirmed);
    // The payment that completed the separation must be reversed first.
    const refused = await reverse(all.reverses, first!.id);
    expect(errorsOf(refused)[0]!.message).toBe('Primero reversa el recibo que completó la separación.');
    expect((await reverse(all.reverses, rest!.id)).statusCode).toBe(200);
    expect((await reverse(all.reverses, first!.id)).statusCode).toBe(200);
    expect(openOf(await show(all.enters, sale.id))).toMatchObject([{ due_centavos: 50_000 }]);
  });

  test('a larger payment pays the next dues with a trace, and the remaining surplus waits for the next charge', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { priceCents: 1_000_000 });
    const all = await team();
    const [first, second] = openOf(moneyOf(await planOf(all.enters, sale.id, { monto: '300.00', meses: 2 })));
    const paid = await pay(all, first!.id, 36_000);
    expect(paid.credits).toMatchObject([{ text: 'Pasó a Cuota 2', centavos: 15_000 }]);
    const covered = await db.select().from(payments).where(eq(payments.id, second!.id));
    expect(covered[0]).toMatchObject({ stateId: PAYMENT.voided, covered: true });
    expect((await show(all.enters, sale.id)).account).toMatchObject({
      credit_centavos: 6_000,
      balance_centavos: 964_000,
    });
    // Surplus of the price does not pay a charge outside the price.
    const charged = moneyOf(
      await all.enters.post(`/api/sale/precontracts/${sale.id}/cargos`, {
        tipo_id: 4,
        monto: '100.00',
        concepto: 'Avalúo',
      }),
    );
    expect(charged.account).toMatchObject({ others_balance_centavos: 10_000, credit_centavos: 6_000 });
    // After the reversal the whole amount is due again.
    expect((await reverse(all.reverses, first!.id)).statusCode).toBe(200);
    const after = await show(all.enters, sale.id);
    expect(
      openOf(after)
        .map(({ due_centavos }) => due_centavos)
        .toSorted(),
    ).toEqual([10_000, 15_000, 15_000]);
    expect(after.account).toMatchObject({ balance_centavos: 1_000_000, credit_centavos: 0 });
    const credits = await db.select().from(paymentCredits).where(eq(paymentCredits.fromId, first!.id));
    expect(credits).toMatchObject([{ undoneAt: expect.any(Date) }]);
  });
});

describe('a reversal', () => {
  test('a reversal needs another person, a reason and a confirmed payment, and happens once under a race', async () => {
    const sale = await makeSale(llave.database.db, { email: 'reverso@correo.test' });
    const all = await team();
    const [due] = openOf(moneyOf(await planOf(all.enters, sale.id, { monto: '300.00', meses: 1 })));
    expect(errorsOf(await reverse(all.reverses, due!.id))[0]!.message).toBe(
      'Solo se reversa un pago confirmado.',
    );
    const paid = await pay(all, due!.id, 30_000);
    expect(errorsOf(await reverse(all.confirms, due!.id))[0]!.message).toContain('pídelo a otra persona');
    expect((await all.reverses.post(`${base}/${due!.id}/reverse`, { motivo: '' })).statusCode).toBe(422);
    const stale = await all.reverses.post(`${base}/${due!.id}/reverse`, { motivo: 'porque sí', version: 1 });
    expect(stale.statusCode).toBe(409);
    const manager = await signInAs(llave, 'gerencia');
    expect((await reverse(manager, due!.id)).statusCode).toBe(403);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(all.reverses, due!.id)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
    const done = answers.find(({ statusCode }) => statusCode === 200)!.json<{ data: Payment }>().data;
    expect(done).toMatchObject({ reversed: true, receipt: paid.receipt, state: { name: 'Confirmado' } });
    expect(done.reversal).toMatchObject({
      reason: 'El banco devolvió el cheque',
      number: expect.any(Number),
    });
    const now = await show(all.enters, sale.id);
    expect(openOf(now)).toMatchObject([{ due_centavos: 30_000 }]);
    expect(now.account.price.map(({ balance_centavos }) => balance_centavos)).toEqual([
      8_500_000, 8_470_000, 8_500_000,
    ]);
    expect(
      (
        await llave.database.db.select().from(outboxMails).where(eq(outboxMails.to, 'reverso@correo.test'))
      ).map(({ kind }) => kind),
    ).toContain('pago_reversado');
  });

  test('the database refuses any other change of a confirmed payment', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { separation: 4 });
    const [paid] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    for (const set of [{ bankCents: 1 }, { stateId: 9 }, { confirmedAt: new Date(0) }, { typeId: 9 }])
      await expect(
        db.update(payments).set(set).where(eq(payments.id, paid!.id)).execute(),
      ).rejects.toMatchObject({
        cause: { message: expect.stringContaining('a confirmed payment is not') },
      });
    await expect(db.delete(payments).where(eq(payments.id, paid!.id)).execute()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('a confirmed payment is not') },
    });
  });
});

describe('the account of a sale', () => {
  test(
    'the balance is price − confirmed money after any sequence of payments and reversals',
    { timeout: deep(120_000, 900_000) },
    async () => {
      const { db } = llave.database;
      const all = await team();
      const step = fc.record({
        kind: fc.constantFrom('pay', 'pay', 'pay', 'reverse', 'charge', 'replan'),
        at: fc.nat(20),
        part: fc.integer({ min: 1, max: 220 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
          const sale = await makeSale(db, { priceCents: 2_000_000 });
          await planOf(all.enters, sale.id, { monto: '900.00', meses: 3 });
          for (const { kind, at, part } of steps) {
            const now = await show(all.enters, sale.id);
            const open = openOf(now);
            const settled = now.dues.filter((one) => one.receipt !== null && !one.reversed);
            if (kind === 'pay' && open.length > 0) {
              const due = open[at % open.length]!;
              await pay(all, due.id, Math.max(1, Math.round((due.due_centavos * part) / 100)));
            } else if (kind === 'reverse' && settled.length > 0)
              expect((await reverse(all.reverses, settled[at % settled.length]!.id)).statusCode).toBe(200);
            else if (kind === 'charge')
              await all.enters.post(`/api/sale/precontracts/${sale.id}/cargos`, {
                tipo_id: 4,
                monto: text(part * 100),
              });
            else if (kind === 'replan')
              await planOf(all.enters, sale.id, { monto: '900.00', meses: 1 + (at % 4), motivo: 'otra vez' });
          }
          const rows = await db.select().from(payments).where(eq(payments.saleId, sale.id));
          const { account } = await show(all.enters, sale.id);
          const money = rows.filter((row) => row.confirmedAt && !row.reversedAt && paysPrice(row.typeId));
          const paid = money.reduce((sum, row) => sum + row.bankCents!, 0);
          expect(account.balance_centavos).toBe(2_000_000 - paid);
          expect(account.price.at(-1)!.balance_centavos).toBe(account.balance_centavos);
          // Open installments plus received money equal the plan, unless more than the whole plan was paid.
          const due = rows.filter(
            ({ stateId }) => stateId === PAYMENT.pending || stateId === PAYMENT.overdue,
          );
          const sum = (price: boolean) =>
            due
              .filter(({ typeId }) => paysPrice(typeId) === price)
              .reduce((all_, row) => all_ + row.dueCents, 0);
          expect(Math.max(0, paid + sum(true) - 90_000)).toBeLessThanOrEqual(account.credit_centavos);
          expect(paid + sum(true)).toBeGreaterThanOrEqual(90_000);
          expect(account.others_balance_centavos).toBeLessThanOrEqual(sum(false));
        }),
        { numRuns: deep(5, 120) },
      );
    },
  );

  test('after a reversal, the next plan does not ask again for what the surplus paid', async () => {
    const { db } = llave.database;
    const all = await team();
    const sale = await makeSale(db, { priceCents: 2_000_000 });
    const plan = (meses: number) =>
      planOf(all.enters, sale.id, { monto: '900.00', meses, motivo: 'otra vez' });
    const first = async () => openOf(await show(all.enters, sale.id))[0]!;
    await plan(3);
    await pay(all, (await first()).id, 51_000);
    await plan(1);
    const { id, due_centavos } = await first();
    expect(due_centavos).toBe(39_000);
    await pay(all, id, due_centavos);
    await reverse(all.reverses, id);
    expect((await first()).due_centavos).toBe(39_000);
    await plan(4);
    const asked = openOf(await show(all.enters, sale.id));
    expect(asked.reduce((sum, one) => sum + one.due_centavos, 0)).toBe(39_000);
  });

  test('only users who see the payments of the sale get the account, on screen and as PDF', async () => {
    const { db } = llave.database;
    const sale = await makeSale(db, { separation: 4 });
    const [paid] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    const accountant = await signInAs(llave, 'contabilidad');
    const receipt = await accountant.get(`${base}/${paid!.id}/recibo`);
    expect(receipt.headers['content-type']).toBe('application/pdf');
    expect(receipt.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const statement = `/api/sale/precontracts/${sale.id}/estado_de_cuenta`;
    expect((await accountant.get(`${statement}/pdf`)).rawPayload.length).toBeGreaterThan(2_000);
    expect((await accountant.get(`${statement}/exportar?formato=xlsx`)).statusCode).toBe(200);
    const processor = await signInAs(llave, 'procesador');
    for (const url of [
      `${base}/${paid!.id}/recibo`,
      statement,
      `${statement}/pdf`,
      `/api/sale/precontracts/${sale.id}/cuenta`,
    ])
      expect((await processor.get(url)).statusCode, url).toBe(404);
    expect((await planOf(processor, sale.id, { monto: '10.00' })).statusCode).toBe(403);
  });
});
