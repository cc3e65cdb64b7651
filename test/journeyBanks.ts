import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, panamaDay } from '#contract/dates.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { changes } from '#server/kernel/kernel.table.ts';
import { PAGES, sendPage } from './bankData.ts';
import { applicationIn } from './banks.ts';
import { done, SALES, type Journey } from './journeys.ts';
import type { StaffBrowser } from './signIn.ts';

/** The last part: from a complete file to the letter of promise. Call `journey` only inside the tests. */
export function tellBanks(journey: () => Journey): void {
  describe('the banks', () => {
    const asked = (who: StaffBrowser, banco_id: number) =>
      who.post(`${SALES}/${journey().saleId}/bank_applications`, {
        banco_id,
        monto_centavos: 7_220_000,
        plazo_meses: 360,
      });
    let refusing = 0;
    let willing = 0;

    test('get the data that the buyer fills in', async () => {
      const { adviser, processor, otherProcessor, buyer, stranger, code, myPurchase, refused, noticesOf } =
        journey();
      await refused([
        [403, () => sendPage(adviser, code, 1, PAGES[1])],
        [404, () => sendPage(otherProcessor, code, 1, PAGES[1])],
        [401, () => sendPage(stranger, code, 1, PAGES[1])],
      ]);
      expect((await myPurchase()).bankData).toEqual({ sent: false });
      for (const page of [1, 2, 3, 4, 5]) await done(sendPage(buyer, code, page, PAGES[page]));
      await done(sendPage(buyer, code, 6, { declaracion: '1' }));
      expect((await myPurchase()).bankData).toEqual({ sent: true });
      expect(await noticesOf(processor, 'datos_bancarios_enviados')).toHaveLength(1);
    });

    test('get two applications from the processor', async () => {
      const {
        adviser,
        coordinator,
        processor,
        otherProcessor,
        accountant,
        saleId,
        code,
        myPurchase,
        refused,
        stateOf,
        board,
        move,
      } = journey();
      await refused([
        [403, () => asked(adviser, 1)],
        [404, () => asked(otherProcessor, 1)],
        [403, () => asked(accountant, 1)],
      ]);
      refusing = applicationIn(await done(asked(processor, 1))).id;
      willing = applicationIn(await done(asked(processor, 2))).id;
      await refused([
        [409, () => asked(processor, 1)],
        [403, () => move(adviser, refusing, APPLICATION.sent)],
        [404, () => move(otherProcessor, refusing, APPLICATION.sent)],
        [422, () => move(processor, refusing, APPLICATION.approved)],
      ]);
      expect(await stateOf(saleId)).toBe(SALE.complete);
      expect((await myPurchase()).sale.lotUntil).not.toBeNull();
      for (const id of [refusing, willing]) await done(move(processor, id, APPLICATION.sent));
      expect(await stateOf(saleId)).toBe(SALE.inBank);
      // From here on the claim on her lot does not expire.
      expect((await myPurchase()).sale.lotUntil).toBeNull();
      expect(await board(coordinator, code)).toMatchObject({
        Precalificación: CELL.done,
        Trámite: CELL.inProgress,
      });
      const mine = await myPurchase();
      expect(mine.state.label).toBe('En trámite bancario');
      expect(mine.banks.map(({ text }) => text)).toEqual([
        'El banco ya tiene tu solicitud.',
        'El banco ya tiene tu solicitud.',
      ]);
    });

    test('one rejects and one approves', async () => {
      const {
        coordinator,
        processor,
        saleId,
        code,
        myPurchase,
        refused,
        stateOf,
        noticesOf,
        mailKinds,
        board,
        move,
      } = journey();
      for (const id of [refusing, willing]) await done(move(processor, id, APPLICATION.analysis));
      await refused([[422, () => move(processor, refusing, APPLICATION.rejected)]]);
      await done(move(processor, refusing, APPLICATION.rejected, { motivo: 'Políticas internas.' }));
      // The other bank may still approve.
      expect(await stateOf(saleId)).toBe(SALE.inBank);
      await done(move(processor, willing, APPLICATION.approved, { monto_centavos: 7_220_000, tasa: 6.25 }));
      expect(await noticesOf(coordinator, 'solicitud_respondida')).toHaveLength(2);
      expect((await mailKinds()).filter((kind) => kind === 'banco_respondio')).toHaveLength(2);
      const mine = await myPurchase();
      expect(mine.banks.map(({ text }) => text).toSorted()).toEqual([
        'El banco aprobó tu préstamo.',
        'Este banco no aprobó la solicitud.',
      ]);
      expect(JSON.stringify(mine)).not.toContain('Políticas internas');
      expect(await board(coordinator, code)).toMatchObject({ Trámite: CELL.done });
    });

    test('the chosen letter moves the sale to Carta promesa emitida', async () => {
      const {
        adviser,
        coordinator,
        processor,
        otherProcessor,
        lawyer,
        saleId,
        code,
        myPurchase,
        toState,
        refused,
        stateOf,
        board,
        letterForm,
        llave,
      } = journey();
      const letter = async (more: Record<string, string> = {}) => letterForm({ monto: '72,200.00', ...more });
      const upload = async (who: StaffBrowser, id: number) =>
        who.form(`/api/sale/bank_applications/${id}/letter`, await letter());
      await refused([
        [403, () => upload(adviser, willing)],
        [404, () => upload(otherProcessor, willing)],
        [422, () => upload(processor, refusing)],
        [422, () => toState(processor, SALE.promiseLetter)],
      ]);
      await done(upload(processor, willing));
      expect(await stateOf(saleId)).toBe(SALE.inBank);
      const choose = (who: StaffBrowser, id: number) =>
        who.patch(`/api/sale/bank_applications/${id}/choose`, {});
      await refused([
        [403, () => choose(adviser, willing)],
        [422, () => choose(processor, refusing)],
      ]);
      await done(choose(processor, willing));
      expect(await stateOf(saleId)).toBe(SALE.promiseLetter);
      expect(await board(coordinator, code)).toMatchObject({
        Trámite: CELL.done,
        'Carta promesa': CELL.done,
        Promesa: CELL.pending,
      });
      const mine = await myPurchase();
      expect(mine.state.label).toBe('Carta promesa emitida');
      expect(mine.banks.find(({ chosen }) => chosen)).toMatchObject({
        text: 'El banco emitió la carta promesa de pago.',
        letterUntil: addDays(panamaDay(llave.clock.now()), 120),
      });
      expect(mine.stages.filter(({ status }) => status === 'hecha').map(({ label }) => label)).toEqual([
        'Separación',
        'Documentos',
        'Precalificación',
        'Trámite con el banco',
        'Carta promesa',
      ]);
      await refused([
        // Nobody moves it by hand: the sale follows its promise.
        [422, () => toState(coordinator, SALE.promiseSigning)],
        [422, () => toState(lawyer, SALE.promiseSigning)],
        [422, () => toState(adviser, SALE.promiseSigning)],
      ]);
    });

    test('the history shows every step with its actor', async () => {
      const { saleId, llave } = journey();
      const steps = await llave.database.db
        .select()
        .from(changes)
        .where(and(eq(changes.record, 'precontrato'), eq(changes.recordId, saleId)))
        .orderBy(asc(changes.id));
      expect(steps.map(({ to, actorKind }) => [to, actorKind])).toEqual([
        [SALE.draft, 'staff'],
        [SALE.received, 'client'],
        [SALE.inReview, 'staff'],
        [SALE.papersMissing, 'staff'],
        [SALE.inReview, 'client'],
        [SALE.complete, 'staff'],
        [SALE.inBank, 'staff'],
        [SALE.promiseLetter, 'staff'],
      ]);
    });
  });
}
