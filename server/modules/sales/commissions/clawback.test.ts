import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { CommissionAccount, CommissionLine } from '#contract/sales/commissions/model.ts';
import { useApp } from '#test/app.ts';
import { commissionsIn } from '#test/commissions.ts';
import { signInAs, signInWith, type StaffBrowser } from '#test/signIn.ts';
import { commissionLines, commissionOffsets } from './commissions.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const { sold, to, separated, linesOf, step, pay } = commissionsIn(llave);
const seen = async (who: StaffBrowser, id: number) =>
  (await who.get(`/api/sale/commissions/${id}`)).json<{ data: CommissionLine }>().data;
const account = async (adviser: StaffBrowser) =>
  (await adviser.get('/api/sale/commissions/people')).json<{ data: CommissionAccount[] }>().data[0]!;
/** For 85,000.00: 2 % in parts of 566.61, 566.61 and 566.78; 1.5 % in parts of 424.96, 424.96 and 425.08. */
const SMALLER = { porcentaje: 1.5 };

/** A part of 566.61, paid for a sale that then ended, and the parts of another sale of the same adviser. */
async function clawedBack() {
  const first = await sold();
  await separated(first.sale.id);
  await pay((await linesOf(first.sale.id))[0]!.id);
  await to(first.sale.id, 16);
  const reverse = (await linesOf(first.sale.id)).find(({ reversesId }) => reversesId !== null)!;
  const second = await sold(SMALLER, first.adviser);
  await separated(second.sale.id);
  await to(second.sale.id, 10);
  await to(second.sale.id, 13);
  return { adviser: first.adviser, reverse, parts: await linesOf(second.sale.id) };
}

describe('a clawback', () => {
  test('is deducted from the next payouts, and the rest is carried forward', async () => {
    const { adviser, reverse, parts } = await clawedBack();
    const [one, two, three] = parts;
    expect([reverse.cents, one!.cents, two!.cents, three!.cents]).toEqual([-56_661, 42_496, 42_496, 42_508]);
    expect(await account(adviser)).toMatchObject({ paid_centavos: 56_661, owed_centavos: 70_839 });
    expect(await seen(adviser, one!.id)).toMatchObject({ descontado_centavos: 42_496, neto_centavos: 0 });

    await pay(one!.id);
    expect(await seen(adviser, one!.id)).toMatchObject({
      state: { name: 'Pagada' },
      descontado_centavos: 42_496,
      neto_centavos: 0,
      paid: { reference: 'Descontada completa' },
    });
    expect(await seen(adviser, reverse.id)).toMatchObject({
      descontado_centavos: 42_496,
      neto_centavos: -14_165,
    });
    expect(await account(adviser)).toMatchObject({ paid_centavos: 56_661, owed_centavos: 70_839 });

    await pay(two!.id, 'ACH-DOS');
    expect(await seen(adviser, two!.id)).toMatchObject({
      descontado_centavos: 14_165,
      neto_centavos: 28_331,
      paid: { reference: 'ACH-DOS' },
    });
    expect(await seen(adviser, reverse.id)).toMatchObject({
      state: { name: 'Compensada' },
      neto_centavos: 0,
    });
    expect(await account(adviser)).toMatchObject({ paid_centavos: 84_992, owed_centavos: 42_508 });

    await pay(three!.id, 'ACH-TRES');
    expect(await seen(adviser, three!.id)).toMatchObject({ descontado_centavos: 0, neto_centavos: 42_508 });
    expect(await account(adviser)).toMatchObject({ paid_centavos: 127_500, owed_centavos: 0 });
  });

  test('is deducted once when two payouts run at once, and is not paid out itself', async () => {
    const { adviser, reverse, parts } = await clawedBack();
    const accountant = await signInAs(llave, 'contabilidad');
    const manager = await signInAs(llave, 'gerencia');
    expect((await step(accountant, reverse.id, 3)).body).toContain(
      'Se descuenta sola de la próxima comisión',
    );
    for (const { id } of parts) {
      await step(accountant, id, 3);
      await step(manager, id, 4);
    }
    const stale = await step(accountant, parts[0]!.id, 5, { referencia: 'ACH-1', neto_centavos: 42_496 });
    expect([stale.statusCode, stale.json<{ code: string }>().code]).toEqual([409, 'STALE']);
    const answers = await Promise.all(
      parts.map(({ id }) => step(accountant, id, 5, { referencia: `ACH-${id}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const kept = await db()
      .select()
      .from(commissionOffsets)
      .where(eq(commissionOffsets.reverseId, reverse.id));
    expect(kept.reduce((all, { cents }) => all + cents, 0)).toBe(56_661);
    expect(await account(adviser)).toMatchObject({ paid_centavos: 127_500, owed_centavos: 0 });
    // The database itself refuses a larger deduction and a change of it.
    const [line] = await db()
      .select()
      .from(commissionLines)
      .where(eq(commissionLines.id, kept[0]!.reverseId));
    const other = parts.find(({ id }) => kept.every(({ lineId }) => lineId !== id));
    const more = { lineId: other!.id, reverseId: line!.id, cents: 1, at: llave.clock.now() };
    await expect(db().insert(commissionOffsets).values(more).execute()).rejects.toMatchObject({
      cause: { code: '23514' },
    });
    // The application's role has no right to delete it.
    await expect(db().delete(commissionOffsets).execute()).rejects.toMatchObject({
      cause: { code: '42501' },
    });
  });

  test('of one adviser does not affect another', async () => {
    await clawedBack();
    const other = await sold();
    await separated(other.sale.id);
    const [line] = await linesOf(other.sale.id);
    expect(await seen(other.adviser, line!.id)).toMatchObject({
      descontado_centavos: 0,
      neto_centavos: 56_661,
    });
  });
});

describe('the export of commissions', () => {
  test('needs pagos.exportar; ventas.exportar gives users only their own commissions', async () => {
    const { adviser } = await sold();
    const url = '/api/sale/commissions/exportar?formato=xlsx';
    expect((await adviser.get(url)).statusCode).toBe(403);
    const sees = ['ventas.crear', 'ventas.ver', 'ventas.aprobar'] as const;
    const grants = (...more: ('ventas.exportar' | 'pagos.exportar')[]) =>
      [...sees, ...more].map((permission) => ({ permission, scope: 'todo' as const }));
    expect((await (await signInWith(llave, grants())).get(url)).statusCode).toBe(403);
    const own = await (await signInWith(llave, grants('ventas.exportar'))).get(url);
    const all = await (await signInWith(llave, grants('pagos.exportar'))).get(url);
    expect([own.statusCode, all.statusCode]).toEqual([200, 200]);
    // No rows of others: the file has only its headings.
    expect(own.rawPayload.length).toBeLessThan(all.rawPayload.length);
  });
});
