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

/** Somebody has something to do in it: what the board looks for, and what may become overdue. */
/** Begun and not late. */
export const RUNNING_CELLS = [CELL.pending, CELL.inProgress, CELL.observed] as const;
export const OPEN_CELLS: readonly number[] = [...RUNNING_CELLS, CELL.overdue];

/** cells_state in words. */
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
 * Days that a stage normally takes, by its number less one (domain.md §1, the upper end; working days as calendar days). The office
 * changes them, and what a project's own past says goes before (0020).
 */
export const STAGE_DAYS: readonly number[] = [2, 10, 1, 21, 10, 10, 540, 60, 10, 21, 15, 10];
