import { expect, test } from 'vitest';
import { NO_BANK, type HouseKnown } from './known.ts';
import { missingToDeed } from './toDeed.ts';

const house: HouseKnown = { segregated: true, permitOn: '2026-10-01', permitUntil: null };
const ready = {
  paymentForm: 'hipoteca',
  today: '2026-11-21',
  promiseSigned: true,
  bank: { ...NO_BANK, chosen: { stateId: 8, letterUntil: '2026-11-21' } },
  balanceCents: 8_000_000,
  house,
  installments: { overdue: 0 },
};
const lacks = (over: Partial<typeof ready> | { house: HouseKnown | null }) =>
  missingToDeed({ ...ready, ...over }).map(({ label }) => label);

test('a sale passes to its deed with promise, letter or price, permit, finca and installments up to date', () => {
  expect(lacks({})).toEqual([]);
  expect(lacks({ promiseSigned: false })).toEqual(['Promesa firmada']);
  expect(lacks({ installments: { overdue: 1 } })).toEqual(['Abonos al día']);
  expect(lacks({ house: null })).toEqual(['Permiso de ocupación', 'Finca segregada']);
  expect(lacks({ house: { ...house, permitUntil: '2026-11-20' } })).toEqual([
    'Permiso de ocupación en vigor',
  ]);
});

test('the letter holds until its last day; a paid price needs none; a cash sale needs the price', () => {
  const ended = { ...NO_BANK, chosen: { stateId: 8, letterUntil: '2026-11-20' } };
  expect(lacks({ bank: ended })).toEqual(['Carta promesa en vigor']);
  expect(lacks({ bank: { ...NO_BANK, chosen: { stateId: 11, letterUntil: '2026-12-31' } } })).toEqual([
    'Carta promesa en vigor',
  ]);
  expect(lacks({ bank: ended, balanceCents: 0 })).toEqual([]);
  expect(lacks({ paymentForm: 'contado' })).toEqual(['Precio pagado por completo']);
  expect(lacks({ paymentForm: 'contado', balanceCents: 0 })).toEqual([]);
});
