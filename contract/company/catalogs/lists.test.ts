import { expect, test } from 'vitest';
import { FIRST_ADDED_ID, wordOf } from './catalog.ts';
import { accountingAccounts } from './accountingLists.ts';
import { CATALOGS } from './lists.ts';
import { bankPaymentTypes } from './moneyLists.ts';
import { documentStatus, latestActions, precontractStates } from './salesLists.ts';
import { contractActivities } from './worksLists.ts';
import { districts, provinces } from './places.ts';

test('every list has a unique name, and a unique path if it has an endpoint', () => {
  const names = CATALOGS.map(({ name }) => name);
  const paths = CATALOGS.flatMap(({ list }) => (list ? [list.path] : []));
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toHaveLength(37);
});

test.each(CATALOGS.map((catalog) => [catalog.name, catalog] as const))(
  'the seed of %s is sound',
  (_, catalog) => {
    const ids = catalog.rows.map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.min(...ids)).toBeGreaterThan(0);
    expect(Math.max(...ids)).toBeLessThan(FIRST_ADDED_ID);
    for (const [, label, extra] of catalog.rows) {
      expect(label.trim()).toBe(label);
      expect(catalog.stored.safeParse(extra ?? {}).error).toBeUndefined();
    }
  },
);

test('responses have the columns that existing clients read', () => {
  const shape = (catalog: { list: { answer: { parse(value: unknown): unknown } } }, row: object) =>
    catalog.list.answer.parse({ data: [{ hidden: 1, ...row }] });
  expect(shape(precontractStates, { id: 1, name: 'Borrador' })).toEqual({
    data: [{ id: 1, name: 'Borrador' }],
  });
  expect(shape(documentStatus, { id: 8, name: 'Por firmar', name_id: 'por_firmar' })).toEqual({
    data: [{ id: 8, name: 'Por firmar', name_id: 'por_firmar' }],
  });
  expect(shape(latestActions, { id: 1, nombre: 'Sin contacto' })).toEqual({
    data: [{ id: 1, nombre: 'Sin contacto' }],
  });
  expect(shape(bankPaymentTypes, { id: 7, name: 'Yappy' })).toEqual({
    data: [{ id: 7, name: 'Yappy', disabled: false }],
  });
});

test('the weights of the activities add up to 100', () => {
  expect(contractActivities.rows.reduce((sum, [, , { peso }]) => sum + peso, 0)).toBe(100);
});

test('every account has a unique code', () => {
  const codes = accountingAccounts.rows.map(([, , { codigo }]) => codigo);
  expect(new Set(codes).size).toBe(61);
  expect(codes.toSorted()).toEqual(codes);
});

test('only cash is disabled', () => {
  expect(bankPaymentTypes.rows.filter((row) => 'disabled' in (row[2] ?? {}))).toEqual([
    [5, 'Efectivo', { disabled: true }],
  ]);
});

test('every district has a province, and Panamá and Panamá Oeste are region 1', () => {
  const known = new Set<number>(provinces.rows.map(([id]) => id));
  expect(districts.rows.every(([, , { provincia_id }]) => known.has(provincia_id))).toBe(true);
  expect(provinces.rows.filter((row) => row[2]?.region === 1).map(([, label]) => label)).toEqual([
    'Panamá',
    'Panamá Oeste',
  ]);
});

test.each([
  ['Feria de David 2026', 'feria_de_david_2026'],
  ['  ¡Código QR! ', 'codigo_qr'],
  ['Ñandú', 'nandu'],
])('the word of %j is %s', (label, word) => {
  expect(wordOf(label)).toBe(word);
});
