import { describe, expect, test } from 'vitest';
import { addressOf, nextActionFor, type PurchaseFacts } from './nextAction.ts';

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

  test('comes in one order: form, separation, papers, signature, nothing', () => {
    const open = { papers: [{ label: 'Ficha', stateId: 1 }], toSign: true };
    expect(kindOf({ ...open, stateId: 1, separationState: null })).toBe('formulario');
    expect(kindOf({ ...open, separationState: 1 })).toBe('separacion');
    expect(kindOf({ ...open, separationState: 5 })).toBe('separacion');
    expect(kindOf({ ...open, separationState: 7 })).toBe('separacion');
    expect(kindOf({ ...open, separationState: 2 })).toBe('documentos');
    expect(kindOf({ toSign: true })).toBe('firma');
    expect(kindOf({ ...open, separationState: 2, documents: ['Carta'] })).toBe('firmar');
    expect(kindOf({})).toBe('mi_compra');
  });

  test.each([1, 5, 6])('asks for a paper in state %i, and not for one that is being looked at', (stateId) => {
    expect(kindOf({ papers: [{ label: 'Ficha', stateId }] })).toBe('documentos');
    expect(kindOf({ papers: [{ label: 'Ficha', stateId: 2 }] })).toBe('mi_compra');
  });

  test('asks for the data consent before papers, for the APC after all else', () => {
    const open = { papers: [{ label: 'Ficha', stateId: 1 }], toSign: true };
    const titleOf = (over: Partial<PurchaseFacts>) => nextActionFor({ ...facts, ...over }).title;
    expect(titleOf({ ...open, permits: ['datos', 'apc'] })).toBe('Danos tu permiso');
    expect(titleOf({ ...open, permits: ['apc'] })).toBe('Sube un documento');
    expect(titleOf({ permits: ['apc'] })).toBe('Autoriza la consulta de tu crédito');
  });

  test('names at most four papers', () => {
    const papers = ['a', 'b', 'c', 'd', 'e'].map((label) => ({ label, stateId: 1 }));
    expect(nextActionFor({ ...facts, papers })).toMatchObject({
      title: 'Sube 5 documentos',
      text: 'Faltan a, b, c y 2 más.',
    });
  });

  test.each([16, 17, 18, 19])('of a sale in state %i is none', (stateId) => {
    expect(kindOf({ stateId, separationState: 1 })).toBe('terminada');
    const { text } = nextActionFor({ ...facts, stateId, holdsMoney: true });
    expect(text.includes('te devolvemos')).toBe(stateId !== 17);
  });

  test('leads to the page where it is done', () => {
    expect(addressOf('separacion', 'PC-2026-00001')).toBe('/clientes/mi-compra/PC-2026-00001#separacion');
    expect(addressOf('formulario', '7')).toBe('/clientes/precontrato/7');
  });
});
