import { eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type {
  ExactPair,
  LineRow,
  StatementRow,
  TriedStatement,
} from '#contract/money/statements/statements.ts';
import {
  likeness,
  readLine,
  readPayment,
  type LineFacts,
  type PaymentHint,
} from '#contract/money/statements/matching.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { moneyText } from '#contract/money.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { useApp } from '#test/app.ts';
import { makeSale, type SaleOptions } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines, statementMatches } from './statements.table.ts';

const llave = useApp();
const base = '/api/accounting/statements';
const lines = '/api/accounting/statement_lines';
let made = 0;

const makeAccount = async () => {
  const n = (made += 1);
  const [account] = await llave.database.db
    .insert(bankAccounts)
    .values({
      bankId: n,
      name: `Recaudo ${n}`,
      number: `03-${String(n).padStart(6, '0')}-7`,
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: llave.clock.now(),
    })
    .returning();
  return account!;
};

const HEAD = 'Fecha,Referencia,Descripción,Débito,Crédito,Saldo';
const csv = (rows: readonly string[], head = HEAD) =>
  new File([[head, ...rows].join('\n')], 'extracto.csv', { type: 'text/csv' });
const given = (who: StaffBrowser, cuenta_id: number, archivo: File, more: Record<string, string> = {}) => ({
  try: () => who.form(`${base}/prueba`, { cuenta_id: String(cuenta_id), archivo, ...more }),
  import: () => who.form(base, { cuenta_id: String(cuenta_id), archivo, ...more }),
});
const triedOf = (answer: { json<T>(): T }) => answer.json<{ data: TriedStatement }>().data;
const linesOf = async (who: StaffBrowser, query = '') =>
  (await who.get(`${lines}?per_page=200&${query}`)).json<{ data: LineRow[] }>().data;

/** A reported separation with its transfer's number. */
async function makeReported(reportedReference: string | null, cents = 50_000, over: SaleOptions = {}) {
  const { db } = llave.database;
  const sale = await makeSale(db, over);
  const [payment] = await db
    .insert(payments)
    .values({
      saleId: sale.id,
      typeId: 3,
      stateId: PAYMENT.reported,
      part: 1,
      dueCents: cents,
      reportedCents: cents,
      reportedAt: llave.clock.now(),
      reportedReference,
      createdAt: llave.clock.now(),
    })
    .returning();
  return { sale, payment: payment! };
}
const confirm = (who: StaffBrowser, id: number, linea_id: number, estado_id: number = PAYMENT.confirmed) =>
  who.patch(`/api/sale/costumer_payments/${id}/status`, { params: { estado_id, linea_id } });
const verify = (who: StaffBrowser, id: number) =>
  who.patch(`/api/sale/costumer_payments/${id}/status`, { params: { estado_id: PAYMENT.verifying } });
const exact = async (who: StaffBrowser) =>
  (await who.get(`${lines}/exactas`)).json<{ data: ExactPair[] }>().data;
const toPair = ({ line_id, suggestion }: ExactPair) => ({
  line_id,
  payment_id: suggestion.payment_id,
  payment_version: suggestion.payment_version,
});

describe('a statement', () => {
  test('a dry run lists every fault with its row and column and writes nothing', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const file = csv([
      '18/11/2026,A-1,Uno,,"1,000.00","1,000.00"',
      '31/02/2026,A-2,Dos,,5.00,1005.00',
      '19/11/2026,A-3,Tres,,cinco,1010.00',
      '25/12/2026,A-4,Cuatro,,5.00,1005.00',
    ]);
    const tried = triedOf(await given(who, account.id, file).try());
    expect(tried.faults.map(({ message }) => message)).toEqual([
      'Fila 3, columna «Fecha»: escribe una fecha que exista, en la forma elegida.',
      'Fila 4, columna «Crédito»: «cinco» no es un monto.',
      'Fila 5, columna «Fecha»: 25-12-2026 no ha llegado: revisa la forma de la fecha.',
    ]);
    expect((await given(who, account.id, file).import()).statusCode).toBe(422);
    const gap = csv(['18/11/2026,A-1,Uno,,100.00,100.00', '19/11/2026,A-2,Dos,,50.00,200.00']);
    expect(triedOf(await given(who, account.id, gap).try()).faults[0]!.message).toContain(
      'el saldo debería ser',
    );
    expect(
      await llave.database.db.$count(bankStatementLines, eq(bankStatementLines.accountId, account.id)),
    ).toBe(0);
  });

  test('a repeated import changes nothing, and overlapping files write each line once', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const rows = ['17/11/2026,B-1,Uno,,100.00,', '18/11/2026,B-2,Dos,,5.00,', '18/11/2026,B-2,Dos,,5.00,'];
    const first = await given(who, account.id, csv(rows)).import();
    expect(first.json<{ data: StatementRow }>().data).toMatchObject({ new_lines: 3, from_on: '2026-11-17' });
    const again = await given(who, account.id, csv(rows)).import();
    expect(again.json<{ success: string }>().success).toContain('no cambió nada');
    const more = csv([...rows.slice(1), '19/11/2026,B-3,Tres,20.00,,']);
    expect(triedOf(await given(who, account.id, more).try()).counts).toEqual({
      new: 1,
      known: 2,
      bad: 0,
      aside: 0,
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => given(who, account.id, more).import()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(await linesOf(who, `cuenta_id=${account.id}`)).toHaveLength(4);
    // The same movements as OFX are recognized.
    const ofx = `<OFX><STMTTRN><DTPOSTED>20261117<TRNAMT>100.00<FITID>1<REFNUM>B-1</STMTTRN></OFX>`;
    expect(triedOf(await given(who, account.id, new File([ofx], 'e.ofx')).try()).counts).toMatchObject({
      known: 1,
    });
  });

  test('the columns of an account with unusual headings are remembered', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const head = 'Cuenta 123;;;\nWhen;Ref;What;Sum';
    const rows = ['11/18/2026;C-1;Uno;1.234,50', '11/19/2026;C-2;Dos;-10,00'];
    const file = () => csv(rows, head);
    const guessed = triedOf(await given(who, account.id, file()).try());
    expect(guessed).toMatchObject({ columns: null, headings: ['When', 'Ref', 'What', 'Sum'] });
    const columnas = JSON.stringify({
      fecha: 'When',
      referencia: 'Ref',
      descripcion: 'What',
      monto: 'Sum',
      fecha_forma: 'mdy',
    });
    expect((await given(who, account.id, file(), { columnas }).import()).statusCode).toBe(201);
    const next = csv(['11/20/2026;C-3;Tres;7,25'], head);
    expect(triedOf(await given(who, account.id, next).try())).toMatchObject({
      counts: { new: 1, bad: 0 },
      lines: [{ centavos: 725, posted_on: '2026-11-20' }],
    });
  });

  test('only accounting can see statements', async () => {
    const account = await makeAccount();
    const processor = await signInAs(llave, 'procesador');
    expect((await processor.get(base)).statusCode).toBe(403);
    expect((await given(processor, account.id, csv([])).import()).statusCode).toBe(403);
    expect((await processor.get(`${lines}/exactas`)).statusCode).toBe(403);
  });
});

describe('other file formats', () => {
  test('UTF-16 is read; without a BOM it is refused with a clear message; the columns of a new format are guessed again', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const rows = `${HEAD}\n18/11/2026,U-1,Uno,,5.00,`;
    const as = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'extracto.csv', { type: 'text/csv' });
    const marked = await given(who, account.id, as(Buffer.from(`\uFEFF${rows}`, 'utf16le'))).import();
    expect(marked.statusCode, marked.body).toBe(201);
    const bare = await given(who, account.id, as(Buffer.from(rows, 'utf16le'))).try();
    expect(bare.body).toContain('Ese tipo de archivo no se acepta. Usa CSV, OFX, XLSX.');
    const later = new File(['Fecha,Referencia,Monto\n19/11/2026,U-2,7.00'], 'otro.csv', { type: 'text/csv' });
    expect(triedOf(await given(who, account.id, later).try())).toMatchObject({
      counts: { new: 1, bad: 0 },
      columns: { monto: 'Monto', credito: '' },
    });
  });
});

describe('matching', () => {
  test('suggests by reference, then amount and day, then name; near amounts are never confirmed automatically', async () => {
    const line = {
      postedOn: '2026-11-20',
      cents: 50_000,
      reference: '000-778899',
      description: 'ACH DE ANA NÚÑEZ',
      accountId: 7,
    };
    const hint = {
      cents: 50_000,
      reportedOn: '2026-11-21',
      reference: '778899',
      code: 'PC-2026-00001',
      name: 'Ana Nunez',
      accountIds: [7],
    };
    const compared = (one: LineFacts, payment: PaymentHint) => likeness(readLine(one), readPayment(payment));
    expect(compared(line, hint)).toEqual({
      score: 100,
      exact: true,
      why: ['referencia', 'monto', 'fecha', 'nombre', 'cuenta'],
    });
    expect(compared(line, { ...hint, reference: null })).toMatchObject({ score: 55, exact: false });
    // One shared surname scores nothing, part of a name scores its share, another project's account scores nothing.
    const scored = (more: object) => compared(line, { ...hint, reference: null, ...more })!.score;
    expect(scored({ name: 'Rosa Núñez' })).toBe(45);
    expect(scored({ name: 'Ana Núñez Pérez de León' })).toBe(50);
    expect(scored({ accountIds: [8] })).toBe(50);
    expect(compared({ ...line, cents: 49_900 }, hint)).toMatchObject({
      exact: false,
      why: expect.arrayContaining(['monto_parecido']),
    });
    expect(
      compared({ ...line, description: 'pago PC 2026-00001' }, { ...hint, reference: null }),
    ).toMatchObject({ exact: true });
    expect(compared({ ...line, postedOn: '2026-09-01' }, { ...hint, reference: null })).toBeNull();
    expect(compared({ ...line, cents: -50_000 }, hint)).toBeNull();
  });

  test('exact pairs are confirmed in bulk; duplicates, near ones and own entries stay, and no line pays twice', async () => {
    const { db } = llave.database;
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const good = await makeReported('70010001', 50_100);
    const near = await makeReported('70010002', 50_200);
    const twin = [await makeReported('70010003', 50_300), await makeReported('70010003', 50_300)];
    const own = await makeReported('70010004', 50_400);
    await db.update(payments).set({ enteredBy: who.user.id }).where(eq(payments.id, own.payment.id));
    await given(who, account.id, csv([
      '20/11/2026,70010001,ACH,,501.00,', '20/11/2026,70010002,ACH,,501.90,', '20/11/2026,70010003,ACH,,503.00,',
      '20/11/2026,70010004,ACH,,504.00,',
    ])).import(); // prettier-ignore
    const listed = await linesOf(who, `cuenta_id=${account.id}`);
    const of = (reference: string) => listed.find((one) => one.reference === reference)!;
    expect(of('70010002').suggestions[0]).toMatchObject({ payment_id: near.payment.id, exact: false });
    expect(
      of('70010003')
        .suggestions.map(({ payment_id }) => payment_id)
        .slice(0, 2),
    ).toEqual(twin.map(({ payment }) => payment.id));
    const pairs = await exact(who);
    expect(pairs.map(({ suggestion }) => suggestion.payment_id).toSorted((a, b) => a - b)).toEqual([
      good.payment.id,
      own.payment.id,
    ]);
    const pares = pairs.map(toPair);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => who.post(`${lines}/exactas`, { pares })),
    );
    const told = answers.map((one) => one.json<{ confirmed: number; left: { reason: string }[] }>());
    expect(told.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBe(1);
    expect(told.flatMap(({ left }) => left.map(({ reason }) => reason))).toContain(
      'Lo registraste tú: otra persona lo confirma.',
    );
    const [paid] = await db.select().from(payments).where(eq(payments.id, good.payment.id));
    expect(paid).toMatchObject({ stateId: PAYMENT.confirmed, bankReference: '70010001', bankCents: 50_100 });
    // A person decides between the twins; then the line is taken.
    for (const { payment } of twin) await verify(who, payment.id);
    const raced = await Promise.all(twin.map(({ payment }) => confirm(who, payment.id, of('70010003').id)));
    expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(raced.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'LINE_TAKEN' });
    expect(await db.$count(statementMatches, isNull(statementMatches.releasedAt))).toBe(2);
  });

  test('racing bulk confirmations of 12 payments and 6 lines use each line and payment at most once', async () => {
    const { db } = llave.database;
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const rows = Array.from({ length: 6 }, (_, at) => `20/11/2026,8800${at},ACH,,77.0${at},`);
    await given(who, account.id, csv(rows)).import();
    const listed = (await linesOf(who, `cuenta_id=${account.id}`)).toSorted((a, b) => a.id - b.id);
    const reported = [];
    for (let at = 0; at < 12; at += 1) {
      const one = await makeReported(null, 7_700 + (at % 6));
      await verify(who, one.payment.id);
      reported.push(one.payment);
    }
    const answers = await Promise.all(
      reported.map((one) =>
        confirm(who, one.id, listed.find(({ centavos }) => centavos === one.dueCents)!.id),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 200),
      ...Array.from({ length: 6 }, () => 409),
    ]);
    const doubled =
      await db.execute(sql`select line_id from statement_matches where released_at is null group by 1 having count(*) > 1
      union all select payment_id from statement_matches where released_at is null group by 1 having count(*) > 1`);
    expect(doubled.rows).toEqual([]);
    expect((await linesOf(who, `cuenta_id=${account.id}&estado=open`)).length).toBe(0);
  });

  test('money that the bank took back: free lines cannot become payments, and confirmed payments must be reversed', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const { payment } = await makeReported('90010001', 60_100);
    await given(
      who,
      account.id,
      csv(['18/11/2026,90010001,CHEQUE,,601.00,', '18/11/2026,90010002,CHEQUE,,602.00,']),
    ).import();
    const before = await linesOf(who, `cuenta_id=${account.id}`);
    const first = before.find(({ reference }) => reference === '90010001')!;
    await verify(who, payment.id);
    expect((await confirm(who, payment.id, first.id)).statusCode).toBe(200);
    const back = ['20/11/2026,90010001,CHEQUE DEVUELTO,601.00,,', '20/11/2026,90010002,REVERSO,602.00,,'];
    await given(who, account.id, csv(back)).import();
    const other = await signInAs(llave, 'contabilidad');
    const after = await linesOf(other, `cuenta_id=${account.id}`);
    expect(after.find(({ id }) => id === first.id)).toMatchObject({
      state: 'matched',
      payment: { to_reverse: true },
    });
    const lost = after.find(({ reference, centavos }) => reference === '90010002' && centavos > 0)!;
    expect(lost.state).toBe('returned');
    const late = await makeReported('90010002', 60_200);
    await verify(who, late.payment.id);
    expect((await confirm(who, late.payment.id, lost.id)).json()).toMatchObject({ code: 'LINE_TAKEN' });
    const waiting = await other.get('/api/sale/costumer_payments?alerta=reversar');
    expect(waiting.json<{ data: Payment[] }>().data.map(({ id }) => id)).toEqual([payment.id]);
    const url = `/api/sale/costumer_payments/${payment.id}/reverse`;
    expect((await other.post(url, { motivo: 'Cheque devuelto' })).statusCode).toBe(200);
    expect((await linesOf(other, `cuenta_id=${account.id}`)).find(({ id }) => id === first.id)).toMatchObject(
      {
        state: 'returned',
        payment: null,
      },
    );
  });

  test('a typed line and the same statement line are one, in either order', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    const byHand = async (referencia: string, cents: number) => {
      const { payment } = await makeReported(null, cents);
      await verify(who, payment.id);
      const answer = await who.patch(`/api/sale/costumer_payments/${payment.id}/status`, {
        params: {
          estado_id: 4,
          banco_id: account.bankId,
          referencia,
          fecha: '2026-11-19',
          monto: moneyText(cents),
          tipo: 1,
        },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return payment.id;
    };
    const before = await byHand('xa-1', 30_100);
    await given(
      who,
      account.id,
      csv(['19/11/2026,XA-1,ACH,,301.00,', '19/11/2026,XA-2,ACH,,302.00,']),
    ).import();
    const after = await byHand('xa-2', 30_200);
    const listed = await linesOf(who, `cuenta_id=${account.id}`);
    expect(listed.map(({ reference, state, payment }) => [reference, state, payment?.id]).toSorted()).toEqual(
      [
        ['XA-1', 'matched', before],
        ['XA-2', 'matched', after],
      ],
    );
  });

  test('a line that belongs to no customer is ignored with a reason, and can be opened again', async () => {
    const account = await makeAccount();
    const who = await signInAs(llave, 'contabilidad');
    await given(who, account.id, csv(['19/11/2026,I-1,INTERESES,,3.01,'])).import();
    const [line] = await linesOf(who, `cuenta_id=${account.id}`);
    const change = (body: object) => who.patch(`${lines}/${line!.id}`, body);
    expect((await change({ estado: 'ignored', version: 1 })).statusCode).toBe(422);
    expect((await change({ estado: 'ignored', motivo: 'Intereses', version: 1 })).statusCode).toBe(200);
    expect((await change({ estado: 'ignored', motivo: 'Intereses', version: 1 })).statusCode).toBe(409);
    expect((await linesOf(who, `cuenta_id=${account.id}`))[0]).toMatchObject({
      state: 'ignored',
      suggestions: [],
    });
    expect((await change({ estado: 'open', version: 2 })).statusCode).toBe(200);
  });
});
