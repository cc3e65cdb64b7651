/** Stages of the follow-up board, in order (domain.md §3, sales card). */
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

/** Open and not late. */
export const RUNNING_CELLS = [CELL.pending, CELL.inProgress, CELL.observed] as const;
/** The stage has open work: the board searches for these, and only they can become overdue. */
export const OPEN_CELLS: readonly number[] = [...RUNNING_CELLS, CELL.overdue];

/** Labels of cells_state. */
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

/**
 * Usual days of each stage, indexed by stage number less one (domain.md §1, upper limit; working days count as calendar
 * days). The office can change them, and a project's own history has priority (0020).
 */
export const STAGE_DAYS: readonly number[] = [2, 10, 1, 21, 10, 10, 540, 60, 10, 21, 15, 10];

/**
 * Late: the due day of an open stage has passed. A stage is late by its own day, a sale by the earliest of its open
 * stages (`lateSale` in SQL). Days are YYYY-MM-DD in Panama.
 */
export const isLate = (dueOn: string | null, today: string): boolean => dueOn !== null && dueOn < today;
