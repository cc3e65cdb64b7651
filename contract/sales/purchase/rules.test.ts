import { describe, expect, test } from 'vitest';
import {
  familyErrors,
  fieldError,
  missingFields,
  offersEmployment,
  paymentPairError,
  TEXT_FIELDS,
} from './rules.ts';
import { EMPLOYMENT, SECTORS } from '#contract/sales/sale/values.ts';
import { stageWords } from './stages.ts';
import { STAGES } from '#contract/sales/board/cards.ts';

describe('a form field', () => {
  test('is valid when empty', () => {
    for (const field of TEXT_FIELDS)
      expect([field, fieldError(field, ''), fieldError(field, '  ')]).toEqual([field, null, null]);
  });

  test.each([
    ['cedula', '8-712-4567', {}, true],
    ['cedula', '8-712-4567', { documentType: 'ruc' }, true],
    ['cedula', 'PA12345', {}, false],
    ['cedula', 'PA12345', { documentType: 'pasaporte' }, true],
    ['cedula', '155612345-2-2015', { documentType: 'ruc' }, true],
    ['cedula', '155612345-2-2015', { documentType: 'pasaporte' }, false],
    ['cedula', 'E-8-123456', {}, false],
    ['cedula', 'E-8-123456', { maxEntry: 6 }, true],
    ['cedula', ' 8-1-1', {}, false],
    ['celular', '6123-4567', {}, true],
    ['celular', '+1 415 555 0100', {}, true],
    ['celular', '61234567a', {}, false],
    ['email', 'ana@correo.com', {}, true],
    ['email', 'ana@correo', {}, false],
    ['nombre', 'Ana\nPérez', {}, false],
    ['nombre', 'x'.repeat(121), {}, false],
    ['monto_pagado', '1,234.50', {}, true],
    ['monto_pagado', '1234.5', {}, true],
    ['monto_pagado', '1,23', {}, false],
    ['monto_pagado', '-5', {}, false],
    ['monto_pagado', '0.00', {}, false],
    ['origen', 'lo vi en la feria', {}, true],
    ['sector_trabajo', 'público', {}, false],
    ['forma_pago', 'contado', {}, true],
    ['tipo_documento', 'nit', {}, false],
  ] as const)('%s %j with %j: %s', (field, text, rules, fine) => {
    expect(fieldError(field, text, rules) === null).toBe(fine);
  });

  test('offers the employment statuses for employees and before a sector is chosen', () => {
    expect([...SECTORS, ''].filter(offersEmployment)).toEqual(['Público', 'Privado', '']);
    expect(EMPLOYMENT).toHaveLength(5);
  });
});

describe('a family row', () => {
  test('is skipped when empty and has its errors by column', () => {
    expect(familyErrors({ nombre: ' ', cedula: '', parentesco: '' })).toEqual({});
    expect(familyErrors({ nombre: 'Eva', cedula: '', parentesco: '3' })).toEqual({});
    expect(Object.keys(familyErrors({ nombre: '', cedula: '8-1', parentesco: '' }))).toEqual([
      'nombre',
      'cedula',
      'parentesco',
    ]);
  });
});

test('for a proof or an amount alone the error names the missing field', () => {
  expect(paymentPairError({ proof: true, amount: false })?.field).toBe('monto_pagado');
  expect(paymentPairError({ proof: false, amount: true })?.field).toBe('archivo_comprobante');
  expect([true, false].map((both) => paymentPairError({ proof: both, amount: both }))).toEqual([null, null]);
});

test('a form lacks model, name, telephone, consent and document, in page order', () => {
  const missing = missingFields({ dataConsent: false, hasModel: false });
  expect(missing.map(({ field }) => field)).toEqual([
    'lote_id',
    'nombre',
    'celular',
    'consentimiento_datos',
    'cedula',
  ]);
  const all = { nombre: 'Ana', celular: '6123-4567', cedula: '8-1-1', dataConsent: true, hasModel: true };
  expect(missingFields(all)).toEqual([]);
});

test('every stage of the board has a text for the buyer', () => {
  expect(stageWords('hipoteca')).toHaveLength(STAGES.length);
});
