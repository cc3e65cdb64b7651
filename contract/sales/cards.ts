import { PAYMENT } from '../payments/rules.ts';
import { SALE } from './rules.ts';

/** The stages of the follow-up board, in order (domain.md §3, sales card). */
export const STAGES = [
  'Separación',
  'Documentos',
  'Precalificación',
  'Trámite',
  'Carta promesa',
  'Promesa',
  'Abonos',
  'Obra',
  'Escritura',
  'Registro',
  'Desembolso',
  'Entrega',
] as const;

/** States of a stage (cells_state, domain.md §2). */
export const CELL = {
  notStarted: 1,
  pending: 2,
  inProgress: 3,
  observed: 4,
  done: 5,
  overdue: 6,
  blocked: 7,
  notApplicable: 8,
} as const;

export interface StageFacts {
  stateId: number;
  paymentForm: string;
  separationState: number | null;
}

/**
 * The state of each of the 12 stages while the file of a sale is put together (states 2-5), and when it stops (16, 17).
 * Null: the modules of the later stages know better, nothing changes. `now` are the stages as they are.
 */
export function stageStates(facts: StageFacts, now: readonly number[]): number[] | null {
  const { stateId } = facts;
  if (stateId === SALE.withdrawn || stateId === SALE.expired)
    return now.map((cell) => (cell === CELL.done || cell === CELL.notApplicable ? cell : CELL.blocked));
  if (stateId < SALE.received || stateId > SALE.complete) return null;
  const complete = stateId === SALE.complete;
  const cash = facts.paymentForm === 'contado';
  return STAGES.map((_, at) => {
    if (at === 0) return separation(facts.separationState);
    if (at === 1) return papers(stateId);
    // Who pays in cash asks no bank: after the papers comes the promise.
    if (at >= 2 && at <= 4 && cash) return CELL.notApplicable;
    return complete && at === (cash ? 5 : 2) ? CELL.pending : CELL.notStarted;
  });
}

function separation(state: number | null): number {
  if (state === PAYMENT.confirmed) return CELL.done;
  if (state === PAYMENT.reported || state === PAYMENT.verifying) return CELL.inProgress;
  return state === PAYMENT.overdue ? CELL.overdue : CELL.pending;
}

function papers(stateId: number): number {
  if (stateId === SALE.complete) return CELL.done;
  if (stateId === SALE.papersMissing) return CELL.observed;
  return stateId === SALE.inReview ? CELL.inProgress : CELL.pending;
}

/** cells_state, for what shows them before the follow-up board brings the list. */
export const CELL_LABELS: Record<number, string> = {
  1: 'Sin iniciar',
  2: 'Pendiente',
  3: 'En proceso',
  4: 'Observado',
  5: 'Completado',
  6: 'Vencido',
  7: 'Bloqueado',
  8: 'No aplica',
};
