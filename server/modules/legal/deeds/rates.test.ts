import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { DEEDS } from '#test/deeds.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const refusalIn = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors;

test('the rates of the taxes have their days, and two never share one', async () => {
  const accounting = await signInAs(llave, 'contabilidad');
  const lawyer = await signInAs(llave, 'abogado');
  const form = { tipo: 'itbi', hasta_centavos: null, porcentaje: 1, desde: '2027-01-01' };
  const clash = await accounting.post(`${DEEDS}/rates`, form);
  expect([clash.statusCode, refusalIn(clash)[0]!.field]).toEqual([409, 'desde']);
  const rates = (await accounting.get(`${DEEDS}/rates`)).json<{
    data: { id: number; kind: string; valid_to: string | null; version: number }[];
  }>().data;
  const now = rates.find(({ kind, valid_to }) => kind === 'itbi' && valid_to === null)!;
  const ended = await accounting.patch(`${DEEDS}/rates/${now.id}`, {
    ...form,
    porcentaje: 2,
    desde: '2026-01-01',
    hasta: '2026-12-31',
    version: now.version,
  });
  expect(ended.statusCode, ended.body).toBe(200);
  expect((await accounting.post(`${DEEDS}/rates`, form)).statusCode).toBe(201);
  expect((await lawyer.post(`${DEEDS}/rates`, { ...form, desde: '2030-01-01' })).statusCode).toBe(403);
});
