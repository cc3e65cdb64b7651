import { LOT_STATE_LABELS } from '#contract/sales/claims/claims.ts';
import { BANK_KINDS, LEGAL_KINDS, type PlanLot, type PlanState } from '#contract/projects/lots/plan.ts';
import { WORKS_KINDS, worksKind } from '#contract/projects/lots/worksKinds.ts';
import { formatMoney } from '#contract/money.ts';
import type { Tone } from '#web/design/tokens.ts';
import { toneOf } from '#web/office/ui/stateTones.ts';

/** Patterns that tell the kinds of lots apart without colour. */
export const HATCHES = ['none', 'rising', 'falling', 'dots', 'crossed', 'level', 'upright'] as const;
export type Hatch = (typeof HATCHES)[number];

export interface Kind {
  /** The value in the search parameters. */
  id: number;
  label: string;
  tone: Tone;
  hatch: Hatch;
}

/** One view of the lots. A layer that the states do not tell of is not offered. */
export interface PlanLayer {
  id: string;
  label: string;
  kinds: readonly Kind[];
  kindOf: (lot: PlanLot, state: PlanState | undefined) => number;
  /** The second line of a lot's label, if there is room. */
  lineOf: (lot: PlanLot, state: PlanState | undefined) => string;
}

const STATE_HATCHES: Record<number, Hatch> = {
  1: 'none',
  2: 'dots',
  3: 'rising',
  4: 'level',
  5: 'upright',
  6: 'falling',
  7: 'crossed',
};

const shortMoney = (cents: number | null): string =>
  cents === null ? '' : formatMoney(cents).replace('.00', '');

export const salesLayer: PlanLayer = {
  id: 'ventas',
  label: 'Ventas',
  kinds: Object.entries(LOT_STATE_LABELS).map(([id, label]) => ({
    id: Number(id),
    label,
    tone: toneOf('lot', Number(id)),
    hatch: STATE_HATCHES[Number(id)] ?? 'none',
  })),
  kindOf: (_, state) => state?.e ?? 1,
  lineOf: (lot, state) =>
    (state?.e ?? 1) === 1 ? shortMoney(lot.precio_centavos) : (LOT_STATE_LABELS[state!.e] ?? ''),
};

const kindsOf = (labels: Readonly<Record<number, string>>, tones: readonly Tone[]): Kind[] =>
  Object.entries(labels).map(([id, label], at) => ({
    id: Number(id),
    label,
    tone: tones[at] ?? 'neutral',
    hatch: HATCHES[at % HATCHES.length]!,
  }));

/** The way to the deed: finca, permit, deed, registry. */
export const legalLayer: PlanLayer = {
  id: 'legal',
  label: 'Legal',
  kinds: kindsOf(LEGAL_KINDS, ['neutral', 'attention', 'positive', 'progress', 'progress', 'positive']),
  kindOf: (_, state) => state?.l ?? 1,
  lineOf: (_, state) => LEGAL_KINDS[(state?.l ?? 1) as keyof typeof LEGAL_KINDS],
};

/** The bank of the sale on each lot. */
export const bankLayer: PlanLayer = {
  id: 'bancos',
  label: 'Bancos',
  kinds: kindsOf(BANK_KINDS, [
    'neutral',
    'attention',
    'progress',
    'progress',
    'positive',
    'negative',
    'positive',
    'neutral',
  ]),
  kindOf: (_, state) => state?.b ?? 1,
  lineOf: (_, state) => BANK_KINDS[(state?.b ?? 1) as keyof typeof BANK_KINDS],
};

/** How much of each house is built: from nothing to finished. */
export const worksLayer: PlanLayer = {
  id: 'obra',
  label: 'Obra',
  kinds: kindsOf(WORKS_KINDS, [
    'neutral',
    'neutral',
    'negative',
    'attention',
    'attention',
    'progress',
    'positive',
  ]),
  kindOf: (_, state) => worksKind(state?.o),
  lineOf: (_, state) => (state?.o === undefined ? 'Sin casa' : `${Math.floor(state.o)} %`),
};

/** The layers that the caller may see: the states tell only those. */
export const layersOf = (states: readonly PlanState[]): readonly PlanLayer[] => [
  salesLayer,
  ...(states.some(({ l }) => l !== undefined) ? [legalLayer] : []),
  ...(states.some(({ b }) => b !== undefined) ? [bankLayer] : []),
  ...(states.some(({ o }) => o !== undefined) ? [worksLayer] : []),
];
