import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { beginBankData, fillAll, PAGES, profileRow, sendPage } from '#test/bankData.ts';
import { fieldsOf } from '#test/purchases.ts';
import { signInAs, signInWith } from '#test/signIn.ts';
import { dataGaps } from './bankData.service.ts';

const llave = useApp();
const url = (code: string, rest = '') => `/api/sale/precontracts/${code}/datos_bancarios${rest}`;

test('verifies, archives and reopens by page and bank; a verified page is closed, a bank’s check falls with a change', async () => {
  const { buyer, browser, staff } = await beginBankData(llave);
  await fillAll(browser, buyer.code);
  const act = (page: number, action: string, body: object = {}) =>
    staff.post(url(buyer.code, `/${page}/${action}`), body);
  expect((await act(2, 'verificar', { banco_id: 5 })).json()).toMatchObject({
    data: { estado: { id: 2, name: 'Verificada' }, banco: { id: 5 } },
  });
  expect((await sendPage(browser, buyer.code, 2, { ...PAGES[2], ocupacion: 'Gerente' })).statusCode).toBe(
    200,
  );
  const after = (await staff.get(url(buyer.code))).json<{
    data: { banks: { id: number; pages: { estado: { id: number } }[] }[] };
  }>();
  expect(after.data.banks.find(({ id }) => id === 5)?.pages[1]?.estado.id).toBe(1);
  expect((await act(1, 'verificar')).statusCode).toBe(200);
  expect((await sendPage(browser, buyer.code, 1, PAGES[1])).json()).toMatchObject({ code: 'PAGE_LOCKED' });
  expect((await act(1, 'archivar')).json()).toMatchObject({ code: 'TRANSITION' });
  expect((await act(1, 'reabrir')).statusCode).toBe(200);
  expect((await act(6, 'archivar')).json()).toMatchObject({ code: 'TRANSITION' });
  expect((await act(1, 'verificar', { banco_id: 999 })).statusCode).toBe(422);
  expect((await act(1, 'verificar', { version: 1 })).json()).toMatchObject({ code: 'STALE' });
});

test('a page that lacks something is not verified', async () => {
  const { buyer, staff } = await beginBankData(llave);
  const answer = await staff.post(url(buyer.code, '/2/verificar'));
  expect(answer.json()).toMatchObject({
    code: 'TRANSITION',
    errors: [{ field: 'estado', message: expect.stringMatching(/^Falta «Empresa/) }],
  });
});

test('who is not in reach finds nothing; who may not see income sees none, and writes none', async () => {
  const { buyer, browser } = await beginBankData(llave);
  await fillAll(browser, buyer.code);
  const other = await signInAs(llave, 'procesador');
  expect((await other.get(url(buyer.code))).statusCode).toBe(404);
  expect((await other.post(url(buyer.code, '/1/verificar'))).statusCode).toBe(404);
  expect((await sendPage(other, buyer.code, 1, PAGES[1])).statusCode).toBe(404);
  const clerk = await signInWith(llave, [
    { permission: 'tramites.ver', scope: 'todo' },
    { permission: 'tramites.editar', scope: 'todo' },
  ]);
  const seen = (await clerk.get(url(buyer.code))).json<{
    data: { values: Record<string, string>; rows: { deudas: unknown[] }; masked: boolean; ratio: unknown };
  }>().data;
  expect(seen).toMatchObject({ masked: true, ratio: null, rows: { deudas: [] } });
  expect([seen.values['salario_mensual'], seen.values['empresa']]).toEqual(['', 'Comercial Istmo, S.A.']);
  expect(fieldsOf(await sendPage(clerk, buyer.code, 2, PAGES[2]))).toEqual(['salario_mensual']);
  const kept = await sendPage(clerk, buyer.code, 2, { ...PAGES[2], salario_mensual: '', ocupacion: 'Jefa' });
  expect(kept.json<{ request: Record<string, string> }>().request).toMatchObject({
    salario_mensual: '',
    ocupacion: 'Jefa',
  });
  expect((await profileRow(llave, buyer.id))?.values.salario_mensual).toBe(185_050);
  const lines = await llave.database.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'datos_bancarios'),
        eq(auditLog.action, 'leer'),
        eq(auditLog.entityId, String(buyer.id)),
      ),
    );
  expect(lines).toHaveLength(1);
});

test('the light of the loan follows income, installment and debts', async () => {
  const { buyer, browser, staff } = await beginBankData(llave);
  await fillAll(browser, buyer.code);
  // 80,000.00 at 6.5 % over 30 years is 505.65; with 1,850.50 of income 27.33 %.
  expect((await staff.get(url(buyer.code))).json()).toMatchObject({
    data: {
      ratio: {
        debts_centavos: 12_000,
        verdict: { comercial: { installment_centavos: 50_565, housing_percent: 27.33, light: 'verde' } },
      },
    },
  });
});

test('the list shows what is begun, in reach, by status', async () => {
  const { buyer, browser, staff } = await beginBankData(llave);
  await sendPage(browser, buyer.code, 2, PAGES[2]);
  const list = (await staff.get('/api/sale/bank_data?estado=borrador')).json<{
    data: { sale: { id: number } }[];
  }>();
  expect(list.data.map(({ sale }) => sale.id)).toEqual([buyer.id]);
  expect((await staff.get('/api/sale/bank_data?estado=enviado')).json()).toMatchObject({ data: [] });
});

test('gaps are told in words', async () => {
  const { buyer, browser, db } = await beginBankData(llave);
  expect(await dataGaps(db, buyer.id)).toContain('Empresa o institución donde trabajas');
  await fillAll(browser, buyer.code);
  expect(await dataGaps(db, buyer.id)).toEqual(['Declaración']);
});
