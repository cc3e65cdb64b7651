import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEFAULTS } from '#contract/company/settings/model.ts';
import { receiptPage } from '#contract/money/account/pages.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { pdfWords } from '#test/papers.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { moneyOf, moneyTeam, openOf, pay, PAYMENTS, planOf, report, reverse, show } from '#test/payments.ts';
import { signInAs } from '#test/signIn.ts';
import { payments } from './payments.table.ts';

const llave = useApp();
const written = (prefix: string, digits: number) =>
  writeSetting(llave.database.db, 'receipts', { prefix, digits, first: 1 }, llave.clock.now());
const wordsOf = async (paymentId: number) => {
  const who = await signInAs(llave, 'contabilidad');
  return pdfWords((await who.get(`${PAYMENTS}/${paymentId}/recibo`)).rawPayload);
};

describe('a receipt', () => {
  test('a receipt keeps its number everywhere when the prefix changes', async () => {
    const { db } = llave.database;
    const team = await moneyTeam(llave);
    const sale = await makeSale(db, { priceCents: 1_000_000 });
    await written('A-', 6);
    const [one] = openOf(moneyOf(await planOf(team.enters, sale.id, { monto: '300.00', meses: 1 })));
    const given = await pay(team, one!.id, 30_000);
    expect(given.receipt).toMatch(/^A-0\d{5}$/);
    await written('2027-', 3);
    expect((await show(team.enters, sale.id)).dues[0]!.receipt).toBe(given.receipt);
    expect((await show(team.enters, sale.id)).account.price.at(-1)!.receipt).toBe(given.receipt);
    expect(await wordsOf(one!.id)).toContain(`Nº ${given.receipt}`);
    for (const q of [given.receipt!, String(given.receipt_number).padStart(4, '0')]) {
      const found = await team.enters.post('/api/seeker', { q, limit: 5 });
      expect(found.body, q).toContain(`"${given.receipt}"`);
    }
    await written(DEFAULTS.receipts.prefix, DEFAULTS.receipts.digits);
    for (const set of [{ receiptPrefix: 'B-' }, { receiptDigits: 2 }, { receiptNumber: 99_999_999 }])
      await expect(
        db.update(payments).set(set).where(eq(payments.id, one!.id)).execute(),
      ).rejects.toMatchObject({ cause: { code: '23001' } });
  });

  test('anybody with its code can check a receipt, and learns nothing of the buyer', async () => {
    withoutBuild(llave);
    const { db } = llave.database;
    const team = await moneyTeam(llave);
    const sale = await makeSale(db, { priceCents: 1_000_000, name: 'Zoraida Secreta' });
    const [first, second] = openOf(moneyOf(await planOf(team.enters, sale.id, { monto: '300.00', meses: 2 })));
    const paid = await pay(team, first!.id, 20_000);
    const words = await wordsOf(first!.id);
    const [code] = /[0-9A-F]{4}(?:-[0-9A-F]{4}){3}/.exec(words) ?? [];
    expect(words).toContain(`/recibo/${code}`);
    // One receipt for two dues says what each part paid.
    expect(words).toContain('USD 50.00 pagan Cuota 2');
    const visitor = llave.browser();
    const check = (typed: string) => pageData(visitor, receiptPage, `/recibo/${typed}`);
    const shown = await check(code!.toLowerCase().replaceAll('-', ''));
    expect(shown).toEqual({ number: paid.receipt, centavos: 20_000, day: '2026-11-20', project: expect.any(String), state: 'valido', reversed_on: null });
    expect((await visitor.get(`/recibo/${code}`)).body).not.toContain('Zoraida');
    await reverse(team.reverses, first!.id);
    expect(await check(code!)).toMatchObject({ state: 'reversado', reversed_on: '2026-11-21' });
    // A due without a receipt, an unknown code and no code at all are the same.
    const [open] = await db.select().from(payments).where(eq(payments.id, second!.id));
    for (const typed of [open!.receiptCode!, '0000-0000-0000-0000', 'x', "' or 1=1 --"])
      expect((await visitor.get(`/recibo/${encodeURIComponent(typed)}`)).statusCode, typed).toBe(404);
    const guesser = llave.browser();
    guesser.address = '198.51.100.7';
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guesser.get(`/recibo/${String(n).padStart(16, '0')}`)));
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
    await expect(
      db.update(payments).set({ receiptCode: '0'.repeat(16) }).where(eq(payments.id, first!.id)).execute(),
    ).rejects.toMatchObject({ cause: { code: '23001' } });
  }); // prettier-ignore

  test('a receipt mentions the statement only when its line came from one', async () => {
    const { db } = llave.database;
    const team = await moneyTeam(llave);
    const sale = await makeSale(db, { priceCents: 1_000_000 });
    const [byHand, byLine] = openOf(
      moneyOf(await planOf(team.enters, sale.id, { monto: '300.00', meses: 2 })),
    );
    await pay(team, byHand!.id, 15_000);
    const words = await wordsOf(byHand!.id);
    expect(words).not.toContain('extracto');
    expect(words).toContain('se escribieron a mano');
    const [account] = await db
      .insert(bankAccounts)
      .values({
        bankId: 7,
        name: 'Recaudo',
        number: '07-1',
        typeId: 1,
        kindId: 1,
        holder: 'Promotora',
        createdAt: llave.clock.now(),
      }) // prettier-ignore
      .returning();
    const file = new File(
      ['Fecha,Referencia,Descripción,Débito,Crédito,Saldo\n20/11/2026,RB-1,ACH,,150.00,150.00'],
      'extracto.csv',
      { type: 'text/csv' },
    );
    const imported = await team.confirms.form('/api/accounting/statements', {
      cuenta_id: String(account!.id),
      archivo: file,
    });
    expect(imported.statusCode, imported.body).toBe(201);
    const lines = await team.confirms.get(`/api/accounting/statement_lines?cuenta_id=${account!.id}`);
    const linea_id = lines.json<{ data: { id: number }[] }>().data[0]!.id;
    await report(team, byLine!.id, 15_000);
    const answer = await team.confirms.patch(`${PAYMENTS}/${byLine!.id}/status`, {
      params: { estado_id: 4, linea_id },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await wordsOf(byLine!.id)).toContain('contra el extracto del banco');
  });
});
