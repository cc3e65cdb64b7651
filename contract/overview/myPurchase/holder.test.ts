import { describe, expect, test } from 'vitest';
import { CELL, STAGES } from '#contract/sales/board/cards.ts';
import { NEW_CARD, nextCells } from '#contract/sales/board/nextCells.ts';
import { ENDED_STATES, SALE, saleMachine, type SaleFacts } from '#contract/sales/sale/rules.ts';
import {
  NO_BANK,
  NO_INSTALLMENTS,
  NOTHING,
  type BankKnown,
  type SaleKnown,
} from '#contract/sales/sale/known.ts';
import { nextStep, type Turn } from '#contract/sales/sale/turn.ts';
import { findTransition } from '#contract/transitions.ts';
import { deep } from '#test/deep.ts';
import { wayOf } from './holder.ts';
import { YOU } from './nextAction.ts';
import { stageWords } from '#contract/sales/purchase/stages.ts';

const SEPARATIONS = [null, 1, 2, 3, 4, 5, 7];
const PAPERS = [
  [],
  [{ label: 'Ficha', stateId: 1 }],
  [{ label: 'Ficha', stateId: 2 }],
  [
    { label: 'Ficha', stateId: 5 },
    { label: 'Recibo', stateId: 3 },
  ],
];
const BANKS: BankKnown[] = [
  NO_BANK,
  { ...NO_BANK, live: 1 },
  { ...NO_BANK, live: 1, sent: 1 },
  { ...NO_BANK, live: 1, sent: 1, observed: 1 },
  { ...NO_BANK, live: 1, sent: 1, approved: 1 },
  { ...NO_BANK, live: 1, sent: 1, approved: 1, chosen: { stateId: 6, letterUntil: null } },
  { ...NO_BANK, live: 1, sent: 1, approved: 1, chosen: { stateId: 11, letterUntil: '2026-01-01' } },
];
const LETTER: BankKnown = {
  ...NO_BANK,
  live: 1,
  sent: 1,
  approved: 1,
  chosen: { stateId: 8, letterUntil: '2027-01-01' },
};
const INSTALLMENTS = [
  NO_INSTALLMENTS,
  { total: 3, confirmed: 1, moving: 0, toVerify: 0, overdue: 0, nextDueOn: '2026-12-01' },
  { total: 3, confirmed: 1, moving: 1, toVerify: 1, overdue: 1, nextDueOn: '2026-10-01' },
  { total: 3, confirmed: 2, moving: 1, toVerify: 1, overdue: 0, nextDueOn: null },
];
const OTHERS = [
  { permits: [], toSign: false, asksWork: false },
  { permits: ['datos', 'apc'] as const, toSign: true, asksWork: true },
  { permits: ['apc'] as const, toSign: false, asksWork: false },
  { permits: [], toSign: true, asksWork: false },
  { permits: [], toSign: false, asksWork: true },
];

/** A step that shares no divisor with the number of choices, so that every pair of them comes up. */
const STEP = deep(11, 1);

function* manySales() {
  let at = 0;
  for (const sale of everySale()) if (at++ % STEP === 0) yield sale;
}

function* everySale() {
  for (let stateId = 2; stateId <= 19; stateId += 1)
    for (const separationState of SEPARATIONS)
      for (const papers of PAPERS)
        for (const bank of BANKS)
          for (const installments of INSTALLMENTS)
            for (const other of OTHERS)
              for (const paymentForm of ['hipoteca', 'contado'])
                yield { stateId, separationState, papers, bank, installments, other, paymentForm };
}
type Sale = ReturnType<typeof everySale> extends Generator<infer One> ? One : never;

function read({ stateId, separationState, papers, bank, installments, other, paymentForm }: Sale) {
  const stages: SaleKnown = {
    ...NOTHING,
    stateId,
    paymentForm,
    today: '2026-11-22',
    hasProcessor: true,
    hasLot: true,
    asksWork: other.asksWork,
    separation: separationState === null ? null : { stateId: separationState, dueOn: '2026-11-30' },
    papers: {
      open: papers.filter((one) => one.stateId === 1 || one.stateId === 5).length,
      toReview: papers.filter((one) => one.stateId === 2 || one.stateId === 3).length,
    },
    bank,
    installments,
  };
  const cards = nextCells(
    stages,
    STAGES.map(() => NEW_CARD),
  );
  const buyer = {
    stateId,
    missing: [],
    toConfirm: null,
    mayRenew: false,
    separationState,
    papers,
    holdsMoney: false,
    ...other,
    installments,
  };
  const office = nextStep(stages);
  return { ...wayOf({ buyer, stages, cards, hasProcessor: true }), cards, office };
}

test('in every state of a sale, the holder of a stage, the next action and the office turn agree', () => {
  let seen = 0;
  const wrong: unknown[] = [];
  for (const sale of manySales()) {
    const { next, way, office } = read(sale);
    const yours = way.filter(({ who }) => who === YOU);
    const acts = next.kind !== 'mi_compra' && next.kind !== 'terminada';
    const underWay = way.some(({ who }) => who !== null);
    const ended = ENDED_STATES.some((state) => state === sale.stateId);
    const agree =
      (yours.length === 0 || acts) &&
      (!acts || !underWay || yours.length > 0) &&
      // In this state a document may wait without a holder. Otherwise, when the office leaves a step to the customer,
      // the customer is told.
      (office.turn !== 'cliente' || acts || sale.stateId === SALE.papersMissing) &&
      (!ended || !underWay);
    if (!agree) wrong.push({ sale, next, way, office });
    seen += 1;
  }
  expect(wrong.slice(0, 2)).toEqual([]);
  expect(seen).toBeGreaterThan(100_000 / STEP);
});

test('a stopped stage has a reason', () => {
  for (const sale of manySales())
    for (const { status, reason } of read(sale).way) {
      if ((status === 'detenida') !== (reason !== null))
        expect({ sale, status, reason }).toBe('with its reason');
    }
  const blocked = wayOf({
    buyer: {
      stateId: SALE.rejectedByBanks,
      missing: [],
      separationState: 4,
      papers: [],
      holdsMoney: false,
      permits: [],
      toConfirm: null,
      mayRenew: false,
      toSign: false,
      asksWork: false,
      installments: { overdue: 0, nextDueOn: null },
    },
    stages: {
      ...NOTHING,
      stateId: SALE.rejectedByBanks,
      paymentForm: 'hipoteca',
      today: '2026-11-22',
      hasProcessor: true,
      asksWork: false,
    },
    cards: STAGES.map(() => CELL.blocked),
    hasProcessor: true,
  });
  expect(blocked.way[3]).toEqual({
    status: 'detenida',
    who: null,
    reason: 'los bancos no aprobaron la hipoteca; buscamos contigo otro banco o un codeudor.',
  });
});

test('the bank holds its stage only while it studies the application', () => {
  const base = {
    stateId: SALE.inBank,
    separationState: 4,
    papers: [],
    other: OTHERS[0]!,
    paymentForm: 'hipoteca',
  };
  const whoHas = (bank: BankKnown) => read({ ...base, bank, installments: INSTALLMENTS[0]! }).way[3]!.who;
  expect(BANKS.slice(1, 4).map(whoHas)).toEqual(['Tu procesador', 'El banco', 'Tu procesador']);
});

/** The holder shown to the buyer for each office turn. */
const HOLDERS: Partial<Record<Turn, readonly string[]>> = {
  procesador: ['Tu procesador'],
  contabilidad: ['Nuestra contabilidad'],
  legal: ['Nuestros abogados', 'Nuestros abogados y la notaría', 'El Registro Público'],
  postventa: ['Post-venta'],
};
const OF_BANKS = /banco|hipoteca|carta promesa|desembols|financiamiento/i;
/**
 * In state 10 the current stage is the down payment while the lawyers prepare the deed. In 14 all stages are over, and
 * the warranty has no stage.
 */
const APART: readonly number[] = [SALE.promiseSigned, SALE.delivered];
/** States that only a sale with a mortgage reaches. */
const WITH_BANK: readonly number[] = [SALE.inBank, SALE.rejectedByBanks, SALE.promiseLetter];

describe.each(['hipoteca', 'contado'])('every state of a sale: %s', (paymentForm) => {
  const states = Object.values(SALE).filter(
    (state) => state !== SALE.draft && (paymentForm === 'hipoteca' || !WITH_BANK.includes(state)),
  );
  test.each(states)('in state %i the texts fit the payment form and the holder fits the turn', (stateId) => {
    const bank = paymentForm === 'hipoteca' && stateId > SALE.rejectedByBanks ? LETTER : NO_BANK;
    for (const installments of INSTALLMENTS) {
      const sale = { stateId, separationState: 4, papers: [], bank, installments, paymentForm };
      const { next, way, office } = read({ ...sale, other: OTHERS[0]! });
      const shown = stageWords(paymentForm).filter((_, at) => way[at]!.status !== 'no_aplica');
      const said = [
        office.text,
        next.title,
        next.text,
        next.button,
        ...shown.flatMap(({ label, text }) => [label, text]),
        ...way.flatMap(({ who, reason }) => [who ?? '', reason ?? '']),
      ];
      const ofBanks = said.filter((text) => paymentForm === 'contado' && OF_BANKS.test(text));
      const holders = way.flatMap(({ who }) => who ?? []);
      const does = APART.includes(stateId) ? undefined : HOLDERS[office.turn];
      const agrees = !does || holders.some((who) => does.includes(who) || who === YOU);
      expect({ ofBanks, agrees, office, holders }).toMatchObject({ ofBanks: [], agrees: true });
    }
  });
});

test('no transition leads a cash sale to a bank or mentions a bank letter', () => {
  const facts = {
    ...NOTHING,
    paymentForm: 'contado',
    today: '2026-11-22',
    balanceCents: 1,
    bank: { live: 1, sent: 1, observed: 0, approved: 0, chosen: null },
  };
  const whyNot = (from: number, to: number) =>
    findTransition(saleMachine, from, to)!.whyNot!(facts as Partial<SaleFacts> as SaleFacts);
  for (const from of [SALE.complete, SALE.promiseSigned])
    expect(whyNot(from, SALE.inBank)).toBe('Una venta de contado no pasa por el banco.');
  expect(JSON.stringify(whyNot(SALE.promiseSigned, SALE.inDeed))).not.toMatch(OF_BANKS);
});
