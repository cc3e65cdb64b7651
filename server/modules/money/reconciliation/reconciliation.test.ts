import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import type { SaleOption } from '#contract/money/reconciliation/endpoints.ts';
import { likelyDues, rankSale, type DueFacts } from '#contract/money/reconciliation/ranking.ts';
import type { ExactPair, LineRow } from '#contract/money/statements/statements.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { useApp } from '#test/app.ts';
import { makeLot, makeModel, makeSale } from '#test/factories.ts';
import {
  errorsOf,
  moneyOf,
  moneyTeam,
  openOf,
  planOf,
  proof,
  PAYMENTS,
  reverse,
  show,
  type Team,
} from '#test/payments.ts';
import { statementOf } from '#test/statements.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';

const llave = useApp();
const lines = '/api/accounting/statement_lines';
const salesFor = async (who: StaffBrowser, line: number, q = '') =>
  (await who.get(`${lines}/${line}/ventas?q=${encodeURIComponent(q)}`)).json<{ data: SaleOption[] }>().data;
const give = (who: StaffBrowser, line: number, dues: readonly { id: number; version: number }[]) =>
  who.post(`${lines}/${line}/pago`, { pagos: dues.map(({ id, version }) => ({ id, version })) });
const due = (id: number, cents: number, more: Partial<DueFacts> = {}): DueFacts => ({
  id,
  typeId: PAYMENT_TYPE.installment,
  cents,
  dueOn: '2026-11-30',
  reported: false,
  ...more,
});

/** The open lines of the statement of this line. */
async function openIn(team: Team, lineId: number): Promise<LineRow[]> {
  const [line] = await llave.database.db
    .select()
    .from(bankStatementLines)
    .where(eq(bankStatementLines.id, lineId));
  const of = `extracto_id=${line!.statementId}&estado=open`;
  return (await team.confirms.get(`${lines}?${of}`)).json<{ data: LineRow[] }>().data;
}

/** A sale with a plan of three installments of 200.00 and a buyer of that name. */
async function saleOf(team: Team, name: string, over: Parameters<typeof makeSale>[1] = {}) {
  const sale = await makeSale(llave.database.db, { priceCents: 10_000_000, name, ...over });
  const account = moneyOf(await planOf(team.enters, sale.id, { monto: '600.00', meses: 3 }));
  return { sale, dues: openOf(account) };
}

describe('the dues that a deposit likely pays', () => {
  test('are the due of its exact amount, else the first ones until it is used up', () => {
    const dues = [
      due(1, 20_000, { dueOn: '2027-01-31' }),
      due(2, 20_000, { dueOn: '2026-12-31' }),
      due(3, 50_000, { typeId: PAYMENT_TYPE.separation, dueOn: null }),
      due(4, 9_000, { typeId: PAYMENT_TYPE.legal, dueOn: null }),
    ];
    const ids = (cents: number) => likelyDues(cents, dues).map(({ id }) => id);
    expect(ids(9_000)).toEqual([4]);
    expect(ids(20_000)).toEqual([2]);
    expect(ids(60_000)).toEqual([3, 2]);
    // Never dues of the price and other charges together.
    expect(ids(95_000)).toEqual([3, 2, 1]);
  });

  test('an amount alone is never sure, nor a customer without the amount', () => {
    const facts = { cents: 20_000, postedOn: '2026-11-28', dues: [due(1, 20_000)], ownAccount: true };
    expect(rankSale({ ...facts, found: [], nameShare: 0 })).toMatchObject({ score: 45, sure: false });
    expect(rankSale({ ...facts, found: [], nameShare: 1 })).toMatchObject({ score: 75, sure: true });
    expect(rankSale({ ...facts, cents: 19_900, found: ['codigo'], nameShare: 0 })).toMatchObject({
      sure: false,
    });
  });
});

describe('the desk', () => {
  test('suggests the sale that the text names, with what the amount pays, and finds others by code, cédula, telephone and lot', async () => {
    const team = await moneyTeam(llave);
    const { db } = llave.database;
    const model = await makeModel(db);
    const lot = await makeLot(db, { projectId: model.projectId, name: 'K-07' });
    const named = await saleOf(team, 'Yamileth Quiroz Batista');
    const other = await saleOf(team, 'Rolando Espino', { projectId: model.projectId, lotId: lot.id });
    await db
      .update(people)
      .set({ documentNumber: '8-912-4567', documentKey: '8-912-4567', phone: '+50766778899' })
      .where(eq(people.id, other.sale.personId));
    const { lines: found } = await statementOf(llave, team, [
      ['Q-1', 'ACH DE YAMILETH QUIROZ', '200.00'],
      ['Q-2', 'DEPOSITO LOTE K07', '333.00'],
      ['Q-3', 'SIN NOMBRE', '77.77'],
    ]);
    const [byName, byLot, nothing] = found;
    const [first] = await salesFor(team.confirms, byName!.id);
    expect(first).toMatchObject({ name: 'Yamileth Quiroz Batista', sure: true, disabled: null, chosen: [named.dues[0]!.id] });
    expect(first!.dues).toHaveLength(3);
    expect((await salesFor(team.confirms, byLot!.id))[0]).toMatchObject({ sale: { id: other.sale.id }, why: expect.arrayContaining(['lote']), sure: false });
    expect(await salesFor(team.confirms, nothing!.id)).toEqual([]);
    for (const q of [other.sale.code!, 'rolando espino', '8-912-4567', '6677-8899', 'k 7'])
      expect((await salesFor(team.confirms, nothing!.id, q)).map(({ sale }) => sale.id), q).toContain(other.sale.id);
    const adviser = await signInAs(llave, 'asesor');
    expect((await adviser.get(`${lines}/${nothing!.id}/ventas`)).statusCode).toBe(403);
    expect((await team.confirms.get(`${lines}/999999/ventas`)).statusCode).toBe(404);
  }); // prettier-ignore

  test('gives a deposit that nobody reported to several dues with one receipt; the rest pays the next one', async () => {
    const team = await moneyTeam(llave);
    const { sale, dues } = await saleOf(team, 'Una compradora');
    const { lines: found } = await statementOf(llave, team, [['V-1', 'ACH', '450.00']]);
    const [a, b, c] = dues;
    // The third before the second: the money follows the order of the choice.
    const answer = await give(team.confirms, found[0]!.id, [a!, c!]);
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await show(team.confirms, sale.id);
    expect(after.dues.map(({ concept, covered, due_centavos, paid_centavos }) => [concept, covered, due_centavos, paid_centavos])).toEqual([
      ['Cuota 1', false, 20_000, 45_000],
      ['Cuota 2', false, 15_000, null],
      ['Cuota 3', true, 20_000, null],
    ]);
    expect(after.account.paid_centavos).toBe(45_000);
    const receipts = await llave.database.db.select().from(payments).where(sql`${payments.saleId} = ${sale.id} and receipt_number is not null`);
    expect(receipts).toMatchObject([{ id: a!.id, stateId: PAYMENT.confirmed, bankReference: 'V-1', confirmedBy: team.confirms.user.id }]);
    // The line is used, and what was chosen changed meanwhile.
    expect((await give(team.confirms, found[0]!.id, [b!])).statusCode).toBe(409);
    expect((await give(team.confirms, found[0]!.id, [after.dues[1]!])).statusCode).toBe(409);
  }); // prettier-ignore

  test('one transfer pays two installments that the buyer reported, and less than the first is a part', async () => {
    const team = await moneyTeam(llave);
    const { sale, dues } = await saleOf(team, 'Otra compradora');
    const { lines: found } = await statementOf(llave, team, [
      ['W-1', 'ACH', '400.00'],
      ['W-2', 'ACH', '120.00'],
    ]);
    for (const { id } of dues.slice(0, 2)) {
      const answer = await team.enters.form(`${PAYMENTS}/${id}/report`, { monto_pagado: '200.00', archivo_comprobante: proof() }); // prettier-ignore
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const reported = (await show(team.confirms, sale.id)).dues;
    // Who entered the report does not confirm it, alone or with others.
    const own = await give(team.enters, found[0]!.id, [reported[2]!, reported[0]!]);
    expect(errorsOf(own)[0]!.message).toContain('no puede confirmarlo');
    expect((await give(team.confirms, found[0]!.id, reported.slice(0, 2))).statusCode).toBe(200);
    const after = (await show(team.confirms, sale.id)).dues;
    expect(after.map(({ covered, paid_centavos }) => [covered, paid_centavos])).toEqual([
      [false, 40_000],
      [true, null],
      [false, null],
    ]);
    expect((await give(team.confirms, found[1]!.id, [after[2]!])).statusCode).toBe(200);
    const [, , part, rest] = (await show(team.confirms, sale.id)).dues;
    expect([part!.state.id, part!.paid_centavos, rest!.due_centavos]).toEqual([
      PAYMENT.partial,
      12_000,
      8_000,
    ]);
  });

  test('refuses more dues than the money reaches, also when it is shared', async () => {
    const team = await moneyTeam(llave);
    const { sale, dues } = await saleOf(team, 'Primera');
    const other = await saleOf(team, 'Segunda');
    const charge = await team.enters.post(`/api/sale/precontracts/${sale.id}/cargos`, { tipo_id: PAYMENT_TYPE.legal, monto: '50.00' });
    const legal = openOf(moneyOf(charge)).find(({ type }) => type.id === PAYMENT_TYPE.legal)!;
    const { lines: found } = await statementOf(llave, team, [['X-1', 'ACH', '200.00']]);
    const refusal = async (chosen: readonly { id: number; version: number }[]) => {
      const answer = await give(team.confirms, found[0]!.id, chosen);
      expect(answer.statusCode).toBe(422);
      return errorsOf(answer)[0]!.message;
    };
    expect(await refusal([dues[0]!, other.dues[0]!])).toContain('no alcanza');
    expect(await refusal([legal, ...dues])).toContain('no alcanza');
    expect(await refusal([dues[0]!, dues[1]!])).toContain('no alcanza');
    expect(await refusal([dues[0]!, dues[0]!])).toContain('una sola vez');
    // Nothing was written by the refused ones.
    const { dues: same } = await show(team.confirms, sale.id);
    expect(same.every(({ state, version }) => state.id === PAYMENT.pending && version === 1)).toBe(true);
    expect(await openIn(team, found[0]!.id)).toHaveLength(1);
  }); // prettier-ignore

  test('one deposit pays the price and other charges of two sales, with a receipt for each share', async () => {
    const team = await moneyTeam(llave);
    const { sale, dues } = await saleOf(team, 'Primera');
    const other = await saleOf(team, 'Segunda');
    const charge = await team.enters.post(`/api/sale/precontracts/${sale.id}/cargos`, { tipo_id: PAYMENT_TYPE.legal, monto: '50.00' });
    const legal = openOf(moneyOf(charge)).find(({ type }) => type.id === PAYMENT_TYPE.legal)!;
    const { lines: found } = await statementOf(llave, team, [['SH-1', 'ACH', '450.00']]);
    const shared = await give(team.confirms, found[0]!.id, [dues[0]!, legal, other.dues[0]!]);
    expect(shared.statusCode, shared.body).toBe(200);
    const paid = async (id: number) => (await llave.database.db.select().from(payments).where(eq(payments.id, id)))[0]!;
    const [price, charged, second] = [await paid(dues[0]!.id), await paid(legal.id), await paid(other.dues[0]!.id)];
    expect([price, charged, second].map(({ stateId, bankCents, bankReference }) => [stateId, bankCents, bankReference])).toEqual([
      [PAYMENT.confirmed, 20_000, 'SH-1'],
      [PAYMENT.confirmed, 5_000, 'SH-1'],
      // The same amount of the same reference: a receipt's bank line is unique.
      [PAYMENT.confirmed, 20_000, 'SH-1/2'],
    ]);
    expect(new Set([price, charged, second].map(({ receiptNumber }) => receiptNumber)).size).toBe(3);
    // The list shows the parts instead of the line, and the sum stays that of the bank.
    const list = (await team.confirms.get(`${lines}?q=SH-1`)).json<{ data: LineRow[] }>().data;
    expect(list.map((one) => one.whole_centavos)).toEqual([45_000, 45_000, 45_000]);
    expect(list.map(({ centavos, state }) => [centavos, state]).toSorted()).toEqual([[20_000, 'matched'], [20_000, 'matched'], [5_000, 'matched']]);
    // The bank's movement cannot be typed by hand for another receipt.
    const third = await saleOf(team, 'Tercera');
    await llave.database.db.update(payments).set({ stateId: PAYMENT.verifying }).where(eq(payments.id, third.dues[0]!.id));
    const typed = await team.confirms.patch(`${PAYMENTS}/${third.dues[0]!.id}/status`, {
      params: { estado_id: PAYMENT.confirmed, banco_id: price.bankId, referencia: 'SH-1', fecha: price.bankDate, monto: '450.00', tipo: 1 },
    });
    expect(typed.statusCode).toBe(409);
    // A reversed share waits alone; when all are reversed, the deposit waits as a whole again.
    for (const one of [price, charged]) expect((await reverse(team.reverses, one.id)).statusCode).toBe(200);
    expect((await openIn(team, found[0]!.id)).map(({ centavos }) => centavos).toSorted()).toEqual([20_000, 5_000]);
    expect((await reverse(team.reverses, second.id)).statusCode).toBe(200);
    expect((await openIn(team, found[0]!.id)).map(({ id, centavos }) => [id, centavos])).toEqual([[found[0]!.id, 45_000]]);
  }); // prettier-ignore

  test('of many who give the same line to different sales at once, one succeeds', async () => {
    const team = await moneyTeam(llave);
    const sales = await Promise.all(Array.from({ length: 6 }, (_, n) => saleOf(team, `Persona ${n}`)));
    const { lines: found } = await statementOf(llave, team, [['Y-1', 'ACH', '200.00']]);
    const answers = await Promise.all(sales.map(({ dues }) => give(team.confirms, found[0]!.id, [dues[0]!])));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('a separation that nobody reported separates the lot', async () => {
    const team = await moneyTeam(llave);
    const { db } = llave.database;
    const model = await makeModel(db);
    const lot = await makeLot(db, { projectId: model.projectId, name: 'Z-1' });
    const sale = await makeSale(db, { projectId: model.projectId, lotId: lot.id, separation: 1 });
    const [separation] = await db.select().from(payments).where(eq(payments.saleId, sale.id));
    const amount = (separation!.dueCents / 100).toFixed(2);
    const { lines: found } = await statementOf(llave, team, [['Z-1', 'ACH', amount]]);
    expect((await give(team.confirms, found[0]!.id, [separation!])).statusCode).toBe(200);
    const claims = await db.execute(
      sql`select kind from lot_claims where sale_id = ${sale.id} and released_at is null`,
    );
    expect(claims.rows).toEqual([{ kind: 'separation' }]);
  });
});

describe('a tenth of a month', () => {
  test('of thirty lines takes twelve clicks and keys, so that three hundred take less than a hundred', async () => {
    const team = await moneyTeam(llave);
    const who = team.confirms;
    let actions = 0;
    const made = await who.post('/api/accounting/statement_rules', { texto: 'COMISION MENSUAL', motivo: 'Comisión del banco' });
    expect(made.statusCode, made.body).toBe(201);
    const buyers = await Promise.all(Array.from({ length: 10 }, (_, n) => saleOf(team, `Mesina ${NAMES[n]} Carrasquilla`)));
    const [several, unknown] = [await saleOf(team, 'Anacleto Villarreal'), await saleOf(team, 'Petra Solís')];
    const reported = [];
    for (const [n, { dues }] of buyers.entries())
      for (const [part, due] of dues.slice(0, n < 7 ? 2 : 1).entries()) {
        const referencia = `MES-${n}-${part}-9`;
        const answer = await team.enters.form(`${PAYMENTS}/${due.id}/report`, { monto_pagado: '200.00', referencia, archivo_comprobante: proof() });
        expect(answer.statusCode, answer.body).toBe(200);
        reported.push(referencia);
      }
    expect(reported).toHaveLength(17);
    const { statement } = await statementOf(llave, team, [
      ...reported.map((reference): [string, string, string] => [reference, 'ACH', '200.00']),
      ...Array.from({ length: 6 }, (_, n): [string, string, string] => [`C-${n}`, 'COMISION MENSUAL', `${n + 1}.00`]),
      ...buyers.slice(5).map((_, n): [string, string, string] => [`N-${n}`, `ACH DE MESINA ${NAMES[n + 5]} CARRASQUILLA`, '200.00']),
      ['S-1', 'TRANSFERENCIA ANACLETO VILLARREAL', '400.00'],
      ['A-1', 'DEPOSITO EN CAJA', '200.00'],
    ]);
    // The rule has set six aside. One click shows the exact pairs, another confirms them.
    const pairs = (await who.get(`${lines}/exactas?extracto_id=${statement.id}`)).json<{ data: ExactPair[] }>().data;
    const pares = pairs.map(({ line_id, suggestion: { payment_id, payment_version } }) => ({ line_id, payment_id, payment_version }));
    expect((await who.post(`${lines}/exactas`, { pares })).json()).toMatchObject({ confirmed: 17, left: [] });
    actions += 2;
    const open = async () =>
      (await who.get(`${lines}?estado=open&sentido=in&extracto_id=${statement.id}&order_column=id&order_type=asc`)).json<{ data: LineRow[] }>().data;
    const confirm = async (line: number, option: SaleOption) => {
      const chosen = option.chosen.map((id) => option.dues.find((one) => one.id === id)!);
      expect((await give(who, line, chosen)).statusCode).toBe(200);
    };
    expect(await open()).toHaveLength(7);
    for (const line of await open()) {
      const [best] = await salesFor(who, line.id);
      if (best?.sure) {
        await confirm(line.id, best);
        actions += 1; // Enter
        continue;
      }
      const [found] = await salesFor(who, line.id, unknown.sale.code!);
      await confirm(line.id, found!);
      actions += 4; // B, the code, Enter to the first one, Enter
    }
    expect(await open()).toEqual([]);
    expect((await show(who, several.sale.id)).account.paid_centavos).toBe(40_000);
    expect((await show(who, unknown.sale.id)).account.paid_centavos).toBe(20_000);
    expect(actions).toBe(12);
  }); // prettier-ignore
});

const NAMES = ['Alba', 'Berta', 'Celia', 'Dora', 'Elsa', 'Fabiola', 'Greta', 'Hilda', 'Ingrid', 'Julia'];
