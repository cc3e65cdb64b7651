import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { addDays } from '#contract/dates.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { applicationIn, bankWork, refusalIn } from '#test/banks.ts';
import { type SaleOptions } from '#test/factories.ts';
import { fileOf } from '#test/papers.ts';
import { signInAs } from '#test/signIn.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { promiseLetters } from '#server/modules/banking/applications/promiseLetters.table.ts';
import { lettersNight } from './letters.jobs.ts';

const llave = useApp();
const { today, begin, prepare, move, walk, letterForm, stateOf, noticesOf } = bankWork(llave);
const base = '/api/sale/bank_applications';
const one = applicationIn;
const reasonOf = refusalIn;

describe('the letter', () => {
  /** Approved at a bank, with or without being the chosen one. */
  async function approved(over: SaleOptions = {}) {
    const made = await begin({}, over);
    const { id } = await prepare(made.processor, made.sale.id, 4);
    await walk(made.processor, id, 2, 3, 6);
    return { ...made, id };
  }

  test('of the chosen bank takes the sale to Carta promesa emitida; a short one is said', async () => {
    const { processor, sale, id } = await approved();
    const short = await processor.form(`${base}/${id}/letter`, await letterForm({ monto: '80,000.00' }));
    // 85,000.00 less 5 %: 80,750.00 to finance.
    expect(short.json<{ data: { warning: string } }>().data.warning).toContain('750.00');
    expect(await stateOf(sale.id)).toBe(6);
    const now = one(await processor.get(`${base}/${id}`));
    expect(now).toMatchObject({ state: { id: 8 }, letter: { number: 'CP-100', short_centavos: 75_000 } });
    expect((await processor.patch(`${base}/${id}/choose`, { version: now.version })).statusCode).toBe(200);
    expect(await stateOf(sale.id)).toBe(8);
    // The letter that pays the house is not withdrawn.
    expect(reasonOf(await move(processor, id, 10, { motivo: 'Otro' }))).toContain('elige antes otro banco');
  });

  test('needs an approval, a paper and days that make sense', async () => {
    const { processor, sale } = await begin();
    const early = await prepare(processor, sale.id);
    expect((await processor.form(`${base}/${early.id}/letter`, await letterForm())).statusCode).toBe(422);
    const { processor: who, id } = await approved();
    const { carta: _, ...without } = await letterForm({ emision: addDays(today(), 1), vencimiento: today() });
    const answer = await who.form(`${base}/${id}/letter`, without);
    expect(answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'emision',
      'vencimiento',
      'carta',
    ]);
    const bomb = fileOf(Buffer.from('<script>1</script>'), 'carta.pdf', 'application/pdf');
    expect((await who.form(`${base}/${id}/letter`, await letterForm({ carta: bomb }))).statusCode).toBe(422);
  });

  test('is told of at 30, 15 and 7 days once each, expires, and is extended', async () => {
    const lawyer = await signInAs(llave, 'abogado');
    const { db } = llave.database;
    const { processor, sale, id } = await approved();
    await processor.form(`${base}/${id}/letter`, await letterForm({ elegir: '1' }));
    const night = async (left: number) => {
      await db
        .update(promiseLetters)
        .set({ expiresOn: addDays(today(), left) })
        .where(eq(promiseLetters.applicationId, id));
      await llave.app.core.jobs.run(lettersNight, {});
      await llave.app.core.jobs.run(lettersNight, {});
      return (await noticesOf(processor.user.id, 'carta_por_vencer')).length;
    };
    expect([
      await night(31),
      await night(30),
      await night(20),
      await night(15),
      await night(7),
      await night(3),
    ]).toEqual([0, 1, 1, 2, 3, 3]);
    await db
      .update(promiseLetters)
      .set({ issuedOn: addDays(today(), -90) })
      .where(eq(promiseLetters.applicationId, id));
    expect(await night(-1)).toBe(4);
    expect((await noticesOf(lawyer.user.id, 'carta_por_vencer')).length).toBeGreaterThan(0);
    expect(one(await processor.get(`${base}/${id}`)).state.id).toBe(11);
    expect(await stateOf(sale.id)).toBe(8);

    expect(
      (await processor.post(`${base}/${id}/letter/extensions`, { motivo: 'Falta el registro' })).statusCode,
    ).toBe(201);
    expect((await processor.post(`${base}/${id}/letter/extensions`, { motivo: 'Otra vez' })).statusCode).toBe(
      409,
    );
    const back = await processor.form(`${base}/${id}/letter/extensions/answer`, {
      resultado: 'concedida',
      vencimiento: addDays(today(), -1),
    });
    expect(back.statusCode).toBe(422);
    await processor.form(`${base}/${id}/letter/extensions/answer`, {
      resultado: 'concedida',
      vencimiento: addDays(today(), 60),
    });
    const now = one(await processor.get(`${base}/${id}`));
    expect(now).toMatchObject({
      state: { id: 8 },
      letter: { expires_on: addDays(today(), 60), days_left: 60 },
    });
    expect(now.letter!.extensions).toHaveLength(1);
  });

  test('the night leaves the letter of a sale that somebody works on to the next one', async () => {
    const { db, processor, sale, id } = await approved();
    await processor.form(`${base}/${id}/letter`, await letterForm());
    await db
      .update(promiseLetters)
      .set({ issuedOn: addDays(today(), -90), expiresOn: addDays(today(), -1) })
      .where(eq(promiseLetters.applicationId, id));
    const stateAfterNight = async () => {
      await llave.app.core.jobs.run(lettersNight, {});
      return one(await processor.get(`${base}/${id}`)).state.id;
    };
    await llave.act(async (ctx) => {
      await lockSale(ctx.db, sale.id);
      expect(await stateAfterNight()).toBe(APPLICATION.letter);
    });
    expect(await stateAfterNight()).toBe(APPLICATION.letterExpired);
  });

  test('only one is chosen, also when two are chosen at once', async () => {
    const { processor, sale, db } = await begin();
    const made = [await prepare(processor, sale.id, 1), await prepare(processor, sale.id, 2)];
    for (const { id } of made) await walk(processor, id, 2);
    await Promise.all(made.map(({ id }) => processor.patch(`${base}/${id}/choose`, {})));
    const chosen = await db
      .select()
      .from(bankApplications)
      .where(and(eq(bankApplications.saleId, sale.id), bankApplications.chosen));
    expect(chosen).toHaveLength(1);
  });

  test('its money is asked for once the deed is inscribed, confirmed by accounting, and never less than promised', async () => {
    const { processor, sale, id, db } = await approved();
    const accountant = await signInAs(llave, 'contabilidad');
    await processor.form(`${base}/${id}/letter`, await letterForm({ elegir: '1' }));
    const path = `${base}/${id}/disbursement`;
    expect(reasonOf(await processor.post(path, { solicitado: today() }))).toContain('inscrita');
    await db.update(sales).set({ stateId: 12 }).where(eq(sales.id, sale.id));
    expect((await processor.post(path, { solicitado: today() })).statusCode).toBe(201);
    const money = { recibido: today(), monto_centavos: 8_100_000, transferencia: 'ach-77' };
    expect((await processor.patch(path, money)).statusCode).toBe(403);
    expect((await accountant.patch(path, { ...money, monto_centavos: 8_099_999 })).statusCode).toBe(422);
    const paid = await Promise.all([accountant.patch(path, money), accountant.patch(path, money)]);
    expect(paid.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect(one(await processor.get(`${base}/${id}`))).toMatchObject({
      state: { id: 12 },
      disbursement: { transfer_number: 'ACH-77', amount_centavos: 8_100_000 },
    });
    const list = (await accountant.get('/api/sale/disbursements?etapa=recibidos')).json<{
      data: { id: number }[];
    }>();
    expect(list.data.map((row) => row.id)).toContain(id);
  });
});
