import { expect, test } from 'vitest';
import { z } from 'zod';
import { DocumentType, cedulaField, documentError, documentKey, readDocument } from './identity.ts';

test.each([
  ['cedula', '8-712-4567', '8-712-4567'],
  ['cedula', 'pe-12-345', 'PE-12-345'],
  ['cedula', '8-0712-00045', '8-0712-00045'],
  ['pasaporte', 'pa0123456', 'PA0123456'],
  ['pasaporte', 'X1234', 'X1234'],
  ['ruc', '155612345-2-2015', '155612345-2-2015'],
  ['ruc', '155612345-2-2015 dv 59', '155612345-2-2015 DV 59'],
  ['ruc', '37952-2-279001  DV5', '37952-2-279001 DV 05'],
  ['ruc', '8-712-4567 DV 12', '8-712-4567 DV 12'],
  ['ruc', 'e-8-98765', 'E-8-98765'],
  ['ruc', '8-nt-1-12345', '8-NT-1-12345'],
] as const)('%s %s is stored as %s', (type, text, stored) => {
  expect(readDocument(type, text)).toBe(stored);
});

test.each([
  ['cedula', ''],
  ['cedula', 'PA0123456'],
  ['cedula', '8-712-456789'],
  ['pasaporte', ''],
  ['pasaporte', '1234'],
  ['pasaporte', 'A'.repeat(16)],
  ['pasaporte', 'PA 012345'],
  ['pasaporte', '8-712-4567'],
  ['ruc', ''],
  ['ruc', '155612345'],
  ['ruc', '155612345-2-2015 DV 591'],
  ['ruc', '155612345-2-2015 DV'],
  ['ruc', ' 155612345-2-2015'],
  ['ruc', '1555-2-2015-1'],
  ['ruc', `1${' '.repeat(100_000)}DV`],
] as const)('%s %j is refused with examples', (type, text) => {
  expect(readDocument(type, text)).toBeUndefined();
  expect(documentError(type)).toMatch(/inválid[ao]\. (Ejemplos|Escribe)/);
});

test.each([
  ['cedula', '8-0712-045', '8-712-45'],
  ['cedula', ' pe-01-2 ', 'PE-1-2'],
  ['ruc', '8-712-45 DV 3', '8-712-45'],
  ['ruc', '0155612345-2-2015 DV 59', '155612345-2-2015'],
  ['pasaporte', ' pa00123 ', 'PA00123'],
  ['pasaporte', '001234', '001234'],
] as const)('%s %j is compared as %s', (type, text, key) => {
  expect(documentKey(type, text)).toBe(key);
});

test('a form field has its own error message and follows the setting', () => {
  const refused = z.object({ cedula: cedulaField() }).safeParse({ cedula: 'e-8-123456' });
  expect(refused.error?.issues).toMatchObject([
    { path: ['cedula'], message: 'Cédula inválida. Ejemplos: 8-712-4567, PE-12-345, E-8-98765, 13PI-1-1' },
  ]);
  expect(cedulaField(6).parse('e-8-123456')).toBe('E-8-123456');
  expect(DocumentType.safeParse('licencia').error?.issues[0]?.message).toContain(
    'Elige el tipo de documento',
  );
});
