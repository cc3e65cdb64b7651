import { CELL, STAGES } from '#contract/sales/board/cards.ts';
import { isInProgress, LOST_STATES, SALE } from '#contract/sales/sale/rules.ts';

/** Groups of the funnel: lost sales stand apart from those in progress. Every sale is in exactly one. */
export const SALE_GROUPS = {
  curso: 'En curso',
  borradores: 'Borradores',
  terminadas: 'Cerradas y cedidas',
  perdidas: 'Perdidas',
} as const;
export type SaleGroup = keyof typeof SALE_GROUPS;

export function groupOf(stateId: number): SaleGroup {
  if (stateId === SALE.draft) return 'borradores';
  if (isInProgress(stateId)) return 'curso';
  return LOST_STATES.some((one) => one === stateId) ? 'perdidas' : 'terminadas';
}

/** Percent of the received sales that signed their promise, 0-100 with one decimal; null without sales. */
export const conversionOf = ({ received, promised }: { received: number; promised: number }): number | null =>
  received === 0 ? null : Math.round((promised / received) * 1000) / 10;

const stageNumber = (name: (typeof STAGES)[number]) => STAGES.indexOf(name) + 1;

/** A sale that completed this stage signed its promise. */
export const PROMISE_STAGE = stageNumber('Promesa');
/** The installments may be paid beside the stages before them: with a plan they end on its last day. */
export const INSTALLMENTS_STAGE = stageNumber('Abonos');
export const DEED_STAGE = stageNumber('Escritura');
/** The stages on the way to the deed, one after the other; the works go on beside them. */
export const DEED_STAGES: readonly number[] = STAGES.flatMap((name, at) =>
  at < DEED_STAGE && name !== 'Obra' ? [at + 1] : [],
);
/** A card in one of these states needs no more time. */
export const SETTLED_CELLS: readonly number[] = [CELL.done, CELL.notApplicable];

/** Months of the forecast; what is expected later is one row. */
export const FORECAST_MONTHS = 12;

/** The rows without the empty ones at both ends. */
export function withoutEmptyEnds<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean): Row[] {
  const first = rows.findIndex((row) => !isEmpty(row));
  const last = rows.findLastIndex((row) => !isEmpty(row));
  return first < 0 ? [] : rows.slice(first, last + 1);
}
