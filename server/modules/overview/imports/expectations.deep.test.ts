import { expect, test } from 'vitest';
import type { Expectation } from '#contract/money/cashForecast/model.ts';
import { useApp } from '#test/app.ts';
import { makePartner } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();

test('expected movements come from Excel after a dry run, once, and go back while nobody corrected them', async () => {
  await makePartner(llave.database.db, 'contratante', 'Promotora del Río');
  const clerk = await signInAs(llave, 'contabilidad');
  const desk = importDesk(clerk);
  const list = async () =>
    (await clerk.get('/api/accounting/cash_forecast/expectations')).json<{ data: Expectation[] }>().data;
  const row = (over: object = {}) => ({
    Empresa: 'Promotora del Río',
    Tipo: 'Planilla',
    Concepto: 'Planilla de oficina',
    Monto: '18,450.00',
    'Primer día': '15/12/2026',
    'Cada mes': 'Sí',
    Hasta: '15/06/2027',
    ...over,
  });
  const lame = await desk.tried('cash_expectations', [
    row({ Tipo: 'Lotería' }),
    row({ 'Cada mes': 'No' }),
    row({ Hasta: '01/12/2026' }),
    row({ Monto: '0' }),
  ]);
  expect(await desk.faults(lame)).toHaveLength(4);
  expect(await list()).toEqual([]);
  const good = await desk.tried('cash_expectations', [
    row(),
    row({ Tipo: 'Préstamo recibido', Concepto: 'Interino', 'Cada mes': '', Hasta: '' }),
  ]);
  expect((await desk.confirm(good)).statusCode).toBe(200);
  expect(await list()).toMatchObject([
    { concept: 'Planilla de oficina', centavos: 1_845_000, monthly: true, until: '2027-06-15', side: 'sale' },
    { concept: 'Interino', monthly: false, side: 'entra' },
  ]);
  const again = await desk.tried('cash_expectations', [row({ Monto: '1.00' })]);
  expect((await desk.faults(again)).join()).toContain('ya está');
  expect((await desk.undo(good)).statusCode).toBe(200);
  expect(await list()).toEqual([]);
});
