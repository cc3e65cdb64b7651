import Excel from 'exceljs';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { StatementRule } from '#contract/money/statements/rules.ts';
import type {
  LineRow,
  Statement,
  StatementRow,
  TriedStatement,
} from '#contract/money/statements/statements.ts';
import { useApp } from '#test/app.ts';
import { makeSale } from '#test/factories.ts';
import { errorsOf, moneyOf, moneyTeam, openOf, pay, planOf, show, type Team } from '#test/payments.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { statementOf } from '#test/statements.ts';
import { bankStatementLines } from './statements.table.ts';

const llave = useApp();
const statements = '/api/accounting/statements';
const lines = '/api/accounting/statement_lines';
const rules = '/api/accounting/statement_rules';
const HEAD = 'Fecha,Referencia,Descripción,Débito,Crédito,Saldo';
const csv = (rows: readonly string[]) =>
  new File([[HEAD, ...rows].join('\n')], 'extracto.csv', { type: 'text/csv' });
const given = (who: StaffBrowser, account: number, archivo: File) => ({
  try: async () =>
    (await who.form(`${statements}/prueba`, { cuenta_id: String(account), archivo })).json<{ data: TriedStatement }>().data,
  import: async () => {
    const answer = await who.form(statements, { cuenta_id: String(account), archivo });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ data: StatementRow }>().data;
  },
}); // prettier-ignore
const linesOf = async (who: StaffBrowser, query: string) =>
  (await who.get(`${lines}?per_page=200&order_column=id&order_type=asc&${query}`)).json<{ data: LineRow[] }>()
    .data;
const statementById = async (who: StaffBrowser, id: number) =>
  (await who.get(`${statements}/${id}`)).json<{ data: Statement }>().data;
const undo = (who: StaffBrowser, id: number) => who.post(`${statements}/${id}/deshacer`, { motivo: 'Era de otra cuenta' }); // prettier-ignore
const rulesOf = async (who: StaffBrowser) => (await who.get(rules)).json<{ data: StatementRule[] }>().data;

/** A sale with three installments of 200.00. */
async function makeDues(team: Team) {
  const sale = await makeSale(llave.database.db, { priceCents: 10_000_000 });
  return { sale, dues: openOf(moneyOf(await planOf(team.enters, sale.id, { monto: '600.00', meses: 3 }))) };
}
async function giveTo(who: StaffBrowser, line: number, due: { id: number; version: number }) {
  const answer = await who.post(`${lines}/${line}/pago`, { pagos: [{ id: due.id, version: due.version }] });
  expect(answer.statusCode, answer.body).toBe(200);
}

describe('lines that are of no customer', () => {
  test('a rule sets lines aside at import and, after a preview, the lines that are there', async () => {
    const team = await moneyTeam(llave);
    const who = team.confirms;
    const { account, lines: old } = await statementOf(llave, team, [
      ['I-1', 'Intereses ganados', '1.25'],
      ['I-2', 'ACH DE ANA', '200.00'],
    ]);
    const preview = (await who.get(`${rules}/prueba?texto=INTERÉSES&sentido=in&cuenta_id=${account.id}`)).json<{ data: object }>().data; // prettier-ignore
    expect(preview).toMatchObject({
      lineas: 1,
      in_centavos: 125,
      out_centavos: 0,
      primeras: [{ id: old[0]!.id }],
    });
    expect((await linesOf(who, `cuenta_id=${account.id}`)).map(({ state }) => state)).toEqual([
      'open',
      'open',
    ]);
    const terms = { texto: 'intereses', sentido: 'in', cuenta_id: account.id, motivo: 'Intereses del banco' };
    const made = await who.post(rules, { ...terms, aplicar: true });
    expect(made.json<{ success: string }>().success).toContain('1 línea apartada');
    expect((await who.post(rules, { ...terms, texto: 'INTERESES' })).statusCode).toBe(409);
    expect((await who.post(rules, { ...terms, texto: '%%%' })).statusCode).toBe(422);
    const next = csv(['19/11/2026,I-3,PAGO DE INTERESES,,2.00,', '19/11/2026,I-4,INTERESES DE MORA,3.00,,']);
    const tried = await given(who, account.id, next).try();
    expect(tried).toMatchObject({ counts: { new: 2, aside: 1 }, in_centavos: 200, out_centavos: 300 });
    expect(tried.lines.map(({ aside }) => aside)).toEqual(['Intereses del banco', null]);
    await given(who, account.id, next).import();
    const after = await linesOf(who, `cuenta_id=${account.id}`);
    expect(after.map(({ state, state_reason }) => [state, state_reason])).toEqual([
      ['ignored', 'Intereses del banco'],
      ['open', null],
      ['ignored', 'Intereses del banco'],
      ['open', null],
    ]);
    const [rule] = await rulesOf(who);
    expect(rule).toMatchObject({ texto: 'intereses', lineas: 2, terminada: null });
    // A line that was given back stays open until the rule is applied again; an ended rule applies no more.
    await who.patch(`${lines}/${after[0]!.id}`, { estado: 'open', version: after[0]!.version });
    expect((await who.post(`${rules}/${rule!.id}/aplicar`)).json<{ success: string }>().success).toContain('1 línea'); // prettier-ignore
    expect((await who.send({ method: 'DELETE', url: `${rules}/${rule!.id}` })).statusCode).toBe(200);
    expect((await who.post(`${rules}/${rule!.id}/aplicar`)).statusCode).toBe(404);
    expect((await rulesOf(who))[0]!.terminada?.by).toBe(who.user.name);
    const processor = await signInAs(llave, 'procesador');
    for (const url of [rules, `${rules}/prueba?texto=abc`])
      expect((await processor.get(url)).statusCode).toBe(403);
    expect((await processor.post(rules, terms)).statusCode).toBe(403);
  });

  test('several lines are set aside in one call; one that is of a payment stays', async () => {
    const team = await moneyTeam(llave);
    const { dues } = await makeDues(team);
    const { lines: found } = await statementOf(llave, team, [['B-1', 'ACH', '200.00'], ['B-2', 'TRASLADO', '5.00'], ['B-3', 'TRASLADO', '6.00']]); // prettier-ignore
    await giveTo(team.confirms, found[0]!.id, dues[0]!);
    const lineas = found.map(({ id }) => id);
    const answer = await team.confirms.post(`${lines}/apartar`, { lineas, motivo: 'Traslado' });
    expect(answer.json()).toEqual({
      success: '2 líneas apartadas.',
      left: [{ line_id: found[0]!.id, reason: 'Esa línea ya es de un pago o se devolvió: no se aparta.' }],
    });
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.post(`${lines}/apartar`, { lineas, motivo: 'Traslado' })).statusCode).toBe(403);
  });
});

describe('undoing a statement', () => {
  test('reverses what its lines confirmed, keeps what was confirmed by hand, and the file can be imported again', async () => {
    const team = await moneyTeam(llave);
    const { sale, dues } = await makeDues(team);
    const { account, statement, lines: found } = await statementOf(llave, team, [['U-1', 'ACH', '260.00'], ['U-2', 'ACH', '9.00']]); // prettier-ignore
    await giveTo(team.confirms, found[0]!.id, dues[0]!);
    const byHand = await makeDues(team);
    await pay(team, byHand.dues[0]!.id, 20_000, { banco_id: account.bankId, referencia: 'MANO' });
    const file = csv(['20/11/2026,MANO,ACH,,200.00,']);
    const hand = await given(team.confirms, account.id, file).import();
    expect((await linesOf(team.confirms, `extracto_id=${hand.id}`))[0]!.state).toBe('matched');
    // Who confirmed a receipt does not reverse it.
    expect(await statementById(team.confirms, statement.id)).toMatchObject({ receipts: 1, undo: { disabled: expect.stringContaining('Confirmaste un recibo') } }); // prettier-ignore
    expect((await undo(team.confirms, statement.id)).statusCode).toBe(422);
    expect((await statementById(team.reverses, statement.id)).undo).toEqual({ disabled: null });
    const answer = await undo(team.reverses, statement.id);
    expect(answer.json<{ success: string }>().success).toBe(
      'Extracto deshecho: 2 líneas menos. Se reversó 1 recibo.',
    );
    const { account: balance, dues: again } = await show(team.confirms, sale.id);
    expect(balance.paid_centavos).toBe(0);
    expect(again.filter(({ state }) => state.id === PAYMENT.pending).map(({ due_centavos }) => due_centavos)).toEqual([20_000, 20_000, 20_000]); // prettier-ignore
    expect(await linesOf(team.confirms, `cuenta_id=${account.id}`)).toHaveLength(1);
    expect((await linesOf(team.confirms, `extracto_id=${statement.id}`)).map(({ state }) => state)).toEqual(['undone', 'undone']); // prettier-ignore
    expect((await undo(team.reverses, statement.id)).statusCode).toBe(422);
    // The payment that was confirmed by hand keeps its receipt.
    await undo(team.reverses, hand.id);
    expect((await show(team.confirms, byHand.sale.id)).account.paid_centavos).toBe(20_000);
    const anew = await given(team.confirms, account.id, file).import();
    expect(anew.id).not.toBe(hand.id);
    expect(await linesOf(team.confirms, `extracto_id=${anew.id}`)).toMatchObject([{ state: 'matched' }]);
  });

  test('a shared deposit that the bank took back has both receipts to reverse, and is one line again', async () => {
    const team = await moneyTeam(llave);
    const [first, second] = [await makeDues(team), await makeDues(team)];
    const {
      account,
      statement,
      lines: found,
    } = await statementOf(llave, team, [['SHARED-1', 'ACH', '400.00']]);
    const pagos = [first.dues[0]!, second.dues[0]!].map(({ id, version }) => ({ id, version }));
    const shared = await team.confirms.post(`${lines}/${found[0]!.id}/pago`, { pagos });
    expect(shared.statusCode, shared.body).toBe(200);
    const back = await given(
      team.confirms,
      account.id,
      csv(['20/11/2026,SHARED-1,ACH DEVUELTO,400.00,,']),
    ).import();
    const waiting = async () => {
      const { data } = (
        await team.reverses.get('/api/sale/costumer_payments?alerta=reversar&per_page=200')
      ).json<{ data: { id: number }[] }>();
      return data
        .map(({ id }) => id)
        .filter((id) => pagos.some((one) => one.id === id))
        .toSorted((a, b) => a - b);
    };
    expect(await waiting()).toEqual(pagos.map(({ id }) => id).toSorted((a, b) => a - b));
    expect(await linesOf(team.confirms, `extracto_id=${statement.id}`)).toMatchObject([
      { payment: { to_reverse: true } },
      { payment: { to_reverse: true } },
    ]);
    // Undoing the return leaves both receipts; undoing the deposit reverses both, and its file brings one line again.
    expect((await undo(team.reverses, back.id)).statusCode).toBe(200);
    expect(await waiting()).toEqual([]);
    const answer = await undo(team.reverses, statement.id);
    expect(answer.json<{ success: string }>().success).toBe(
      'Extracto deshecho: 1 línea menos. Se reversaron 2 recibos.',
    );
    expect(
      (await linesOf(team.confirms, `extracto_id=${statement.id}`)).map(({ state, centavos }) => [
        state,
        centavos,
      ]),
    ).toEqual([['undone', 40_000]]);
    const anew = await given(team.confirms, account.id, csv(['20/11/2026,SHARED-1,ACH,,400.00,'])).import();
    expect(await linesOf(team.confirms, `extracto_id=${anew.id}`)).toMatchObject([
      { state: 'open', centavos: 40_000 },
    ]);
  });

  test('is refused when later statements or receipts depend on it', async () => {
    const team = await moneyTeam(llave);
    const { dues } = await makeDues(team);
    const { account, statement, lines: found } = await statementOf(llave, team, [['D-1', 'ACH', '150.00']]);
    await giveTo(team.confirms, found[0]!.id, dues[0]!);
    const rest = openOf(await show(team.confirms, (await makeRestSale(team, dues[0]!.id)))).find(({ concept }) => concept === 'Saldo de la cuota 1')!; // prettier-ignore
    const why = async () => (await statementById(team.reverses, statement.id)).undo!.disabled;
    expect(await why()).toBeNull();
    await pay(team, rest.id, 5_000);
    expect(await why()).toContain('completó después un cobro');
    const later = await given(team.confirms, account.id, csv(['20/11/2026,D-1,ACH,,150.00,', '20/11/2026,D-2,ACH,,7.00,'])).import(); // prettier-ignore
    expect(later).toMatchObject({ new_lines: 1, known_lines: 1 });
    expect(await why()).toContain('deshaz primero el más nuevo');
    expect(errorsOf(await undo(team.reverses, statement.id))[0]!.message).toContain(
      'deshaz primero el más nuevo',
    );
    const [line] = await llave.database.db.select().from(bankStatementLines).where(eq(bankStatementLines.id, found[0]!.id)); // prettier-ignore
    expect(line!.state).toBe('matched');
    const processor = await signInAs(llave, 'procesador');
    expect((await undo(processor, statement.id)).statusCode).toBe(403);
  });

  test('of many who undo it while another confirms its line, at most one succeeds and the sums agree', async () => {
    const team = await moneyTeam(llave);
    const { sale, dues } = await makeDues(team);
    const { statement, lines: found } = await statementOf(llave, team, [['R-1', 'ACH', '200.00']]);
    const [given, ...undone] = await Promise.all([
      team.confirms.post(`${lines}/${found[0]!.id}/pago`, { pagos: [{ id: dues[0]!.id, version: 1 }] }),
      ...Array.from({ length: 4 }, () => undo(team.reverses, statement.id)),
    ]);
    const after = async () => [
      (await linesOf(team.confirms, `extracto_id=${statement.id}`))[0]!.state,
      (await show(team.confirms, sale.id)).account.paid_centavos,
    ];
    const done = undone.filter(({ statusCode }) => statusCode === 200).length;
    expect(done).toBeLessThanOrEqual(1);
    expect(done === 1 || given.statusCode === 200).toBe(true);
    expect(await after()).toEqual(done === 1 ? ['undone', 0] : ['matched', 20_000]);
    if (done === 0) expect((await undo(team.reverses, statement.id)).statusCode).toBe(200);
    expect(await after()).toEqual(['undone', 0]);
  });
});

/** The sale of a due. */
async function makeRestSale(team: Team, dueId: number): Promise<number> {
  const answer = await team.confirms.get(`/api/sale/costumer_payments/${dueId}`);
  return answer.json<{ data: { sale: { id: number } } }>().data.sale.id;
}

describe('a workbook', () => {
  test('is read like a CSV, whatever decimal form the account had, and its lines are the same as those of the CSV', async () => {
    const team = await moneyTeam(llave);
    const { account } = await statementOf(llave, team, [['H-0', 'ACH', '1.00']]);
    const book = new Excel.Workbook();
    const sheet = book.addWorksheet('Movimientos');
    sheet.addRows([
      ['Banco', null],
      ['Fecha', 'Referencia', 'Descripción', 'Débito', 'Crédito'],
      [new Date('2026-11-18T00:00:00Z'), 778_899, 'ACH DE ANA', null, 1234.5],
      ['19/11/2026', 'H-2', 'COMISIÓN', 0.3, null],
      ['19/11/2026', 'H-3', 'TEXTO', null, '1,000.10'],
    ]);
    const bytes = new Uint8Array(await book.xlsx.writeBuffer());
    const file = new File([bytes], 'extracto.xlsx');
    const tried = await given(team.confirms, account.id, file).try();
    expect(tried).toMatchObject({ format: 'xlsx', faults: [], counts: { new: 3 } });
    expect(tried.lines.map(({ posted_on, centavos, reference }) => [posted_on, centavos, reference])).toEqual(
      [
        ['2026-11-18', 123_450, '778899'],
        ['2026-11-19', -30, 'H-2'],
        ['2026-11-19', 100_010, 'H-3'],
      ],
    );
    await given(team.confirms, account.id, file).import();
    const same = csv(['18/11/2026,778899,ACH DE ANA,,1234.50,']);
    expect((await given(team.confirms, account.id, same).try()).counts).toMatchObject({ new: 0, known: 1 });
    sheet.getCell('E3').value = 1.239;
    const wrong = new File([new Uint8Array(await book.xlsx.writeBuffer())], 'extracto.xlsx');
    expect((await given(team.confirms, account.id, wrong).try()).faults[0]!.message).toContain(
      'no es un monto',
    );
  });
});
