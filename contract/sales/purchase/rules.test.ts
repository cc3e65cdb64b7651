import { describe, expect, test } from 'vitest';
import { addressOf, nextActionFor, type PurchaseFacts } from '#contract/overview/myPurchase/nextAction.ts';
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

describe('the next action', () => {
  const facts: PurchaseFacts = {
    stateId: 3,
    missing: [],
    separationState: 4,
    papers: [{ label: 'Recibo de luz o agua', stateId: 4 }],
    holdsMoney: false,
    permits: [],
    toSign: false,
    toConfirm: null,
    mayRenew: false,
    asksWork: false,
    installments: { overdue: 0, nextDueOn: null },
  };
  const kindOf = (over: Partial<PurchaseFacts>) => nextActionFor({ ...facts, ...over }).kind;

  test('follows one order: form, separation, documents, signature, nothing', () => {
    const open = { papers: [{ label: 'Ficha', stateId: 1 }], toSign: true };
    expect(kindOf({ ...open, stateId: 1, separationState: null })).toBe('formulario');
    expect(kindOf({ ...open, separationState: 1 })).toBe('separacion');
    expect(kindOf({ ...open, separationState: 5 })).toBe('separacion');
    expect(kindOf({ ...open, separationState: 7 })).toBe('separacion');
    expect(kindOf({ ...open, separationState: 2 })).toBe('documentos');
    expect(kindOf({ toSign: true })).toBe('firma');
    expect(kindOf({})).toBe('mi_compra');
  });

  test.each([1, 5, 6])('asks for a paper in state %i, and not for one that is being looked at', (stateId) => {
    expect(kindOf({ papers: [{ label: 'Ficha', stateId }] })).toBe('documentos');
    expect(kindOf({ papers: [{ label: 'Ficha', stateId: 2 }] })).toBe('mi_compra');
  });

  test('asks for the data consent before documents, and for the APC last', () => {
    const open = { papers: [{ label: 'Ficha', stateId: 1 }], toSign: true };
    const titleOf = (over: Partial<PurchaseFacts>) => nextActionFor({ ...facts, ...over }).title;
    expect(titleOf({ ...open, permits: ['datos', 'apc'] })).toBe('Danos tu permiso');
    expect(titleOf({ ...open, permits: ['apc'] })).toBe('Sube un documento');
    expect(titleOf({ permits: ['apc'] })).toBe('Autoriza la consulta de tu crédito');
  });

  test('names at most four documents', () => {
    const papers = ['a', 'b', 'c', 'd', 'e'].map((label) => ({ label, stateId: 1 }));
    expect(nextActionFor({ ...facts, papers })).toMatchObject({
      title: 'Sube 5 documentos',
      text: 'Faltan a, b, c y 2 más.',
    });
  });

  test.each([16, 17, 18, 19])('there is none for a sale in state %i', (stateId) => {
    expect(kindOf({ stateId, separationState: 1 })).toBe('terminada');
    const { text } = nextActionFor({ ...facts, stateId, holdsMoney: true });
    expect(text.includes('te devolvemos')).toBe(stateId !== 17);
  });

  test('links to the right page', () => {
    expect(addressOf('separacion', 'PC-2026-00001')).toBe('/clientes/mi-compra/PC-2026-00001#separacion');
    expect(addressOf('formulario', '7')).toBe('/clientes/precontrato/7');
  });
});

test('every stage of the board has a text for the buyer', () => {
  expect(stageWords('hipoteca')).toHaveLength(STAGES.length);
});
