import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTransition } from '#contract/transitions.ts';
import { dueStage } from './board.ts';
import { cardMachine } from './cardMachine.ts';
import { CELL, CELL_LABELS, STAGE_DAYS, STAGES } from './cards.ts';
import { NEW_CARD, nextCells, type Card } from './nextCells.ts';
import { NO_BANK, NO_INSTALLMENTS, NOTHING, type SaleKnown } from '#contract/sales/sale/known.ts';
import { STAGE_RULES } from './stageRules.ts';

const fresh = (): Card[] => STAGES.map(() => NEW_CARD);
const paid = { stateId: 4, dueOn: null };
const facts = (over: Partial<SaleKnown>): SaleKnown => ({
  stateId: 3,
  paymentForm: 'hipoteca',
  today: '2026-11-21',
  hasProcessor: true,
  asksWork: false,
  ...NOTHING,
  separation: paid,
  ...over,
});
const bank = (over: Partial<SaleKnown['bank']>) => ({ ...NO_BANK, live: 1, sent: 1, ...over });
/** Cells as letters: first letter of each state's label; · for not started and - for not applicable. */
const SIGNS: Record<number, string> = { 1: '·', 2: 'P', 3: 'E', 4: 'O', 5: 'C', 6: 'V', 7: 'B', 8: '-' };
const line = (cells: readonly number[]) => cells.map((cell) => SIGNS[cell]).join('');
const begin = (over: Partial<SaleKnown>, cards = fresh()) => line(nextCells(facts(over), cards));

const letter = bank({ approved: 1, chosen: { stateId: 8, letterUntil: '2027-03-01' } });
const plan = { ...NO_INSTALLMENTS, total: 3, confirmed: 1, nextDueOn: '2026-12-01' };

const inDeed = { stateId: 11, bank: letter, installments: { ...plan, confirmed: 3 } };
const deedIn = (stateId: number) => ({
  id: 1,
  stateId,
  since: '2026-11-20',
  usual: null,
  notaryOn: null,
  limitOn: null,
});

/** Rule of each stage: facts of the sale, and the 12 cells that follow. */
test.each<[string, Partial<SaleKnown>, string]>([
  ['received, nothing paid', { stateId: 2, separation: { stateId: 1, dueOn: '2026-11-23' } }, 'PP··········'],
  ['payment reported', { stateId: 2, separation: { stateId: 2, dueOn: '2026-11-20' } }, 'EP··········'],
  ['payment rejected', { stateId: 2, separation: { stateId: 5, dueOn: '2026-11-23' } }, 'OP··········'],
  [
    'the 48 hours have passed',
    { stateId: 2, separation: { stateId: 1, dueOn: '2026-11-20' } },
    'VP··········',
  ],
  ['under review', { stateId: 3 }, 'CE··········'],
  ['papers asked for', { stateId: 4, papers: { open: 2, toReview: 0 } }, 'CO··········'],
  ['file complete', { stateId: 5 }, 'CCP·········'],
  ['APC report uploaded', { stateId: 5, apc: 2 }, 'CCE·········'],
  ['APC report rejected', { stateId: 5, apc: 5 }, 'CCO·········'],
  ['APC report approved', { stateId: 5, apc: 4 }, 'CCCP········'],
  ['an application is prepared', { stateId: 5, apc: 4, bank: bank({ sent: 0 }) }, 'CCCE········'],
  ['sent to a bank', { stateId: 6, bank: bank({}) }, 'CCCE········'],
  ['the bank asks for papers', { stateId: 6, bank: bank({ observed: 1 }) }, 'CCCO········'],
  ['a bank approves', { stateId: 6, bank: bank({ approved: 1 }) }, 'CCCCP·······'],
  [
    'it is the chosen one',
    { stateId: 6, bank: bank({ approved: 1, chosen: { stateId: 6, letterUntil: null } }) },
    'CCCCE·······',
  ],
  ['letter of promise', { stateId: 8, bank: letter }, 'CCCCCP······'],
  [
    'the letter has expired',
    { stateId: 8, bank: bank({ approved: 1, chosen: { stateId: 11, letterUntil: '2026-11-01' } }) },
    'CCCCO·······',
  ],
  ['promise out for signature', { stateId: 9, bank: letter }, 'CCCCCE······'],
  ['promise signed, no plan yet', { stateId: 10, bank: letter }, 'CCCCCCP·····'],
  ['installments under way', { stateId: 10, bank: letter, installments: plan }, 'CCCCCCE·····'],
  [
    'an installment is overdue',
    { stateId: 10, bank: letter, installments: { ...plan, overdue: 1, nextDueOn: '2026-11-01' } },
    'CCCCCCV·····',
  ],
  [
    'all installments paid',
    { stateId: 10, bank: letter, installments: { ...plan, confirmed: 3 } },
    'CCCCCCC·P···',
  ],
  ['in deed', { stateId: 11, bank: letter, installments: { ...plan, confirmed: 3 } }, 'CCCCCCCCE···'],
  ['the minuta is with the bank', { ...inDeed, deed: deedIn(3) }, 'CCCCCCCCE···'],
  ['closed at the notary', { ...inDeed, deed: deedIn(8) }, 'CCCCCCCCCP··'],
  ['in the registry', { ...inDeed, deed: deedIn(9) }, 'CCCCCCCCCE··'],
  ['returned by the registry', { ...inDeed, deed: deedIn(10) }, 'CCCCCCCCCO··'],
  ['inscribed', { ...inDeed, stateId: 12, deed: deedIn(11) }, 'CCCCCCCCCCP·'],
  ['registered', { stateId: 12, bank: letter, installments: { ...plan, confirmed: 3 } }, 'CCCCCCCCCCP·'],
  ['money asked for', { stateId: 12, bank: letter, disbursementAsked: true }, 'CCCCCCCCCCE·'],
  ['disbursed', { stateId: 13, bank: letter }, 'CCCCCCCCCCCP'],
  ['delivered', { stateId: 14, bank: letter }, 'CCCCCCCCCCCC'],
  ['cash: no bank', { stateId: 5, paymentForm: 'contado' }, 'CC---P······'],
  ['cash, promise signed', { stateId: 10, paymentForm: 'contado' }, 'CC---CP·····'],
  ['rejected by all banks', { stateId: 7, bank: bank({ live: 0 }) }, 'BBBBBBBBBBBB'],
  ['withdrawn', { stateId: 16 }, 'BBBBBBBBBBBB'],
])('%s', (_, given, cells) => {
  expect(begin(given)).toBe(cells);
});

const card = (over: Partial<Card>): Card => ({ ...NEW_CARD, ...over });
const cardsWith = (stage: number, over: Partial<Card>) =>
  fresh().map((one, at) => (at === stage - 1 ? card(over) : one));

describe('manual states and due days', () => {
  test('an open stage past its day is overdue until its rule is met or it gets a new day', () => {
    const late = cardsWith(3, { stateId: CELL.pending, dueOn: '2026-11-20' });
    expect(begin({ stateId: 5 }, late)).toBe('CCV·········');
    expect(begin({ stateId: 5, apc: 4 }, late)).toBe('CCCP········');
    expect(begin({ stateId: 5 }, cardsWith(3, { stateId: 6, dueOn: '2026-11-21' }))).toBe('CCP·········');
  });

  test('in progress and observed stay when set by hand, but a fulfilled rule has priority', () => {
    expect(begin({ stateId: 5 }, cardsWith(3, { held: CELL.inProgress }))).toBe('CCE·········');
    expect(begin({ stateId: 5 }, cardsWith(3, { held: CELL.observed }))).toBe('CCO·········');
    expect(begin({ stateId: 5, apc: 4 }, cardsWith(3, { held: CELL.observed }))).toBe('CCCP········');
  });

  test('a cell that does not apply is always skipped', () => {
    const without = cardsWith(3, { held: CELL.notApplicable, stateId: CELL.notApplicable });
    expect(begin({ stateId: 5 }, without)).toBe('CC-P········');
    expect(begin({ stateId: 16 }, without)).toBe('BB-BBBBBBBBB');
  });

  test('a reopened cell does not close by itself', () => {
    expect(begin({ stateId: 8, bank: letter }, cardsWith(3, { stateId: 5, reopened: true }))).toBe(
      'CCECCP······',
    );
  });

  test('a signed stage stays done when the sale goes back to the banks', () => {
    const signed = cardsWith(6, { stateId: CELL.done });
    expect(begin({ stateId: 6, bank: bank({}) }, signed)[5]).toBe('C');
  });

  test('a reactivated sale continues where it stopped', () => {
    const stopped = fresh().map((_, at) => card({ stateId: at === 0 ? CELL.done : CELL.blocked }));
    expect(begin({ stateId: 3 }, stopped)).toBe('CE··········');
    expect(begin({ stateId: 6, bank: bank({ approved: 1 }) }, stopped)).toBe('CCCCE·······');
  });
});

const anyCard = fc.record({
  stateId: fc.integer({ min: 1, max: 8 }),
  held: fc.constantFrom(null, 3, 4, 8),
  reopened: fc.boolean(),
  dueOn: fc.constantFrom(null, '2026-11-01', '2026-12-24'),
});
const anyFacts = fc.record({
  hasProcessor: fc.boolean(),
  hasLot: fc.boolean(),
  asksWork: fc.boolean(),
  holdsMoney: fc.boolean(),
  stateId: fc.integer({ min: 2, max: 19 }),
  paymentForm: fc.constantFrom('hipoteca', 'contado'),
  today: fc.constant('2026-11-21'),
  separation: fc.option(fc.record({ stateId: fc.integer({ min: 1, max: 9 }), dueOn: fc.constant(null) })),
  papers: fc.record({ open: fc.nat(4), toReview: fc.nat(4) }),
  apc: fc.option(fc.integer({ min: 1, max: 11 })),
  bank: fc.record({
    live: fc.nat(3),
    sent: fc.nat(3),
    observed: fc.nat(2),
    approved: fc.nat(2),
    chosen: fc.option(
      fc.record({ stateId: fc.integer({ min: 1, max: 12 }), letterUntil: fc.constant(null) }),
    ),
  }),
  disbursementAsked: fc.boolean(),
  installments: fc.record({
    total: fc.nat(5),
    confirmed: fc.nat(5),
    moving: fc.nat(2),
    toVerify: fc.nat(2),
    overdue: fc.nat(2),
    nextDueOn: fc.constant(null),
  }),
  promiseSigned: fc.boolean(),
  works: fc.option(fc.record({ percent: fc.double({ min: 0, max: 100, noNaN: true }) }), { nil: null }),
  house: fc.option(
    fc.record({
      segregated: fc.boolean(),
      permitOn: fc.option(fc.constant('2026-10-01')),
      permitUntil: fc.constantFrom(null, '2026-11-01', '2026-12-01'),
    }),
  ),
  deed: fc.option(
    fc.record({
      id: fc.constant(1),
      stateId: fc.integer({ min: 1, max: 12 }),
      since: fc.constant('2026-11-01'),
      usual: fc.constant(null),
      notaryOn: fc.constant(null),
      limitOn: fc.constantFrom(null, '2026-11-10', '2026-12-10'),
    }),
  ),
  promise: fc.constant(null),
  handover: fc.constant(null),
});

test('for any facts the result is twelve known states and is idempotent', () => {
  fc.assert(
    fc.property(anyFacts, fc.array(anyCard, { minLength: 12, maxLength: 12 }), (given, cards) => {
      const first = nextCells(given, cards);
      expect(first).toHaveLength(12);
      for (const cell of first) expect(CELL_LABELS[cell]).toBeDefined();
      const again = nextCells(
        given,
        cards.map((one, at) => ({ ...one, stateId: first[at]!, reopened: first[at] !== 5 && one.reopened })),
      );
      expect(again.map((cell) => (cell === CELL.pending ? CELL.inProgress : cell))).toEqual(
        first.map((cell) => (cell === CELL.pending ? CELL.inProgress : cell)),
      );
    }),
  );
});

/** domain.md §3, sales card, written independently of the machine. */
const ARROWS =
  '1→2 2→3 3→4 4→3 3→5 2→6 3→6 4→6 6→3 6→5 5→3 7→3 1→8 2→8 3→8 4→8 5→8 6→8 7→8 1→7 2→7 3→7 4→7 6→7';

test('every pair of states of a card, at every stage', () => {
  const listed = new Set(ARROWS.split(' '));
  expect(STAGE_RULES).toHaveLength(12);
  expect(STAGE_DAYS).toHaveLength(12);
  for (let stage = 1; stage <= 12; stage += 1)
    for (let from = 1; from <= 8; from += 1)
      for (let to = 1; to <= 8; to += 1)
        expect(findTransition(cardMachine(stage), from, to) !== undefined, `${from}→${to}`).toBe(
          listed.has(`${from}→${to}`),
        );
});

test('the earliest due day of a row comes with its stage', () => {
  const cell = (stage: number, state_id: number, due_on: string | null) => ({
    stage,
    state_id,
    due_on,
    days: 1,
  });
  const cells = [cell(1, 5, '2026-10-19'), cell(3, 4, '2026-11-23'), cell(7, 6, '2026-10-19')];
  expect(dueStage({ cells, due_on: '2026-10-19' })).toBe(7);
  expect(dueStage({ cells, due_on: null })).toBeNull();
});
