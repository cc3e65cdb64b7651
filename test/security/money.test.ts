import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Payment } from '#contract/money/payments/model.ts';
import type { ExactPair } from '#contract/money/statements/statements.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import {
  bankAccounts,
  projectBankAccounts,
} from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { useApp } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeProject, makeSale } from '#test/factories.ts';
import { signInAs, signInWith } from '#test/signIn.ts';

const llave = useApp();
const base = '/api/sale/costumer_payments';
let made = 0;

/** A line of 500.00 in a statement of a project's bank account. */
async function makeLine(projectId: number, reference: string) {
  const { db } = llave.database;
  const n = (made += 1);
  const at = llave.clock.now();
  const [account] = await db
    .insert(bankAccounts)
    .values({ bankId: 40 + n, name: `Cuenta ${n}`, number: `09-${n}`, typeId: 1, kindId: 1, holder: 'P', createdAt: at })
    .returning(); // prettier-ignore
  await db.insert(projectBankAccounts).values({ projectId, accountId: account!.id, position: 1 });
  const accountant = await signInAs(llave, 'contabilidad');
  const rows = `Fecha,Referencia,Descripción,Crédito\n20/11/2026,${reference},ACH DE OTRA PERSONA,500.00`;
  const archivo = new File([rows], 'extracto.csv', { type: 'text/csv' });
  const answer = await accountant.form('/api/accounting/statements', {
    cuenta_id: String(account!.id),
    archivo,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  const [line] = await db
    .select()
    .from(bankStatementLines)
    .where(eq(bankStatementLines.accountId, account!.id));
  return line!;
}

async function makeVerifying(projectId: number, reportedReference: string) {
  const { db } = llave.database;
  const sale = await makeSale(db, { projectId });
  const [payment] = await db
    .insert(payments)
    .values({
      saleId: sale.id, typeId: 3, part: 1, stateId: PAYMENT.verifying, dueCents: 50_000, reportedCents: 50_000,
      reportedAt: llave.clock.now(), reportedReference, createdAt: llave.clock.now(),
    })
    .returning(); // prettier-ignore
  return payment!;
}

describe('the lines of our bank accounts', () => {
  test('of other projects can be neither seen nor used with a permission limited to own projects', async () => {
    const { db } = llave.database;
    const [mine, theirs] = [await makeProject(db), await makeProject(db)];
    const who = await signInWith(
      llave,
      (['ver', 'editar', 'aprobar'] as const).map((verb) => ({ permission: `pagos.${verb}`, scope: 'sus_proyectos' })),
      { projectIds: [mine.id] },
    ); // prettier-ignore
    const foreign = await makeLine(theirs.id, '55550001');
    const payment = await makeVerifying(mine.id, '55550001');
    const seen = (await who.get(`${base}/${payment.id}`)).json<{ data: Payment }>().data;
    expect(seen.lines).toEqual([]);
    const pairs = async () =>
      (await who.get('/api/accounting/statement_lines/exactas')).json<{ data: ExactPair[] }>().data;
    expect(await pairs()).toEqual([]);
    const confirm = (linea_id: number) =>
      who.patch(`${base}/${payment.id}/status`, { params: { estado_id: PAYMENT.confirmed, linea_id } });
    const refused = await confirm(foreign.id);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'LINE_TAKEN']);
    const bulk = await who.post('/api/accounting/statement_lines/exactas', {
      pares: [{ line_id: foreign.id, payment_id: payment.id, payment_version: payment.version }],
    });
    expect(bulk.json()).toMatchObject({ confirmed: 0 });
    const own = await makeLine(mine.id, '55550001');
    expect((await pairs()).map(({ line_id }) => line_id)).toEqual([own.id]);
    const paid = await confirm(own.id);
    expect(paid.statusCode, paid.body).toBe(200);
    const [line] = await db.select().from(bankStatementLines).where(eq(bankStatementLines.id, foreign.id));
    expect(line?.state).toBe('open');
  });
});

test('a disbursement cannot be recorded for a cash sale', async () => {
  const sale = await makeSale(llave.database.db, { stateId: 12, paymentForm: 'contado' });
  const who = await signInAs(llave, 'contabilidad');
  const answer = await who.post(`/api/sale/precontracts/${sale.id}/desembolso`, {
    monto: '85,000.00',
    fecha: '2026-11-20',
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'TRANSITION']);
});

test('PDFs generated per request are rate limited', async () => {
  const sale = await makeSale(llave.database.db, { stateId: 5 });
  const buyer = await browserOf(llave, sale.id);
  for (const path of [
    `/proforma/${'x'.repeat(43)}/pdf`,
    `/clientes/mi-compra/${sale.id}/recibos/999999999`,
    '/clientes/mi-compra/999999999/estado-de-cuenta',
  ]) {
    const codes = [];
    for (let at = 0; at < 31; at += 1) codes.push((await buyer.get(path)).statusCode);
    expect([new Set(codes.slice(0, 30)), codes.at(-1)], path).toEqual([new Set([404]), 429]);
  }
});
