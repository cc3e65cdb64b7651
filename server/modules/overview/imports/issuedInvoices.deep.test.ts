import { beforeAll, expect, test } from 'vitest';
import type { IssuedRow } from '#contract/money/issuedInvoices/model.ts';
import { useApp } from '#test/app.ts';
import { makePartner, makeSale } from '#test/factories.ts';
import { importDesk } from '#test/imports.ts';
import { got } from '#test/payables.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let clerk: StaffBrowser;
beforeAll(async () => {
  clerk = await signInAs(llave, 'contabilidad');
});

test('invoices of an earlier system come in authorized, once, and their numbers are not given again', async () => {
  const { db } = llave.database;
  const company = await makePartner(db, 'contratante', 'Promotora Antigua, S.A.');
  const sale = await makeSale(db, { stateId: 10 });
  const desk = importDesk(clerk);
  const one = (over: Record<string, string> = {}) => ({
    Empresa: company.name, Sucursal: '0000', Punto: '001', Número: '0000000041', CUFE: 'FE0001', Fecha: '15/10/2026',
    Cliente: 'Lía Mora', Documento: '8-712-4567', Concepto: 'Vivienda', Subtotal: '82,500.00', Venta: sale.code!, ...over,
  }); // prettier-ignore
  const bad = await desk.tried('issuedInvoices', [
    one({ Punto: '1' }),
    one({ CUFE: 'FE0002', Número: '0' }),
    one({ CUFE: 'FE0003', Número: '43', ITBMS: '12.00' }),
    one({ CUFE: 'FE0004', Número: '44', Venta: 'PC-1999-1' }),
  ]);
  expect(await desk.faults(bad)).toEqual([
    expect.stringContaining('tres dígitos'),
    expect.stringContaining('del 1 en adelante'),
    expect.stringContaining('10 o 15'),
    expect.stringContaining('no hay una venta'),
  ]);
  const file = await desk.tried('issuedInvoices', [one()]);
  expect((await desk.confirm(file)).statusCode).toBe(200);
  const list = () => clerk.get(`/api/issued_invoices?venta_id=${sale.id}`);
  expect(got<IssuedRow[]>(await list())).toMatchObject([
    { number: '001-0000000041', state: { name: 'Autorizada' }, total_centavos: 82_500_00, cufe: 'FE0001' },
  ]);
  const again = await desk.tried('issuedInvoices', [one(), one({ Número: '50' })]);
  expect(await desk.faults(again)).toEqual([
    expect.stringContaining('ya está en ese punto'),
    expect.stringContaining('ese CUFE'),
  ]);
  expect((await desk.undo(file)).statusCode).toBe(200);
  expect(got<IssuedRow[]>(await list())).toEqual([]);
  // The file can be corrected and brought again.
  expect((await desk.confirm(await desk.tried('issuedInvoices', [one()]))).statusCode).toBe(200);
  expect(got<IssuedRow[]>(await list())).toHaveLength(1);
});
