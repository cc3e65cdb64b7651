import type { Machine } from '#contract/transitions.ts';
import { CELL } from './cards.ts';
import { STAGE_RULES } from './stageRules.ts';

/** Facts that the transitions of a card need. */
export interface CardFacts {
  /** Missing parts of the stage's rule, as sentences. */
  missing: readonly string[];
  /** Due day, including the requested change; YYYY-MM-DD. */
  dueOn: string | null;
  today: string;
  /** The stage's own date has passed (a payment): a new due day does not help. */
  overdueByRule: boolean;
}

const auto = (sentence: string) => () => sentence;

/** State machine of a stage's card (domain.md §3, sales card). `owner` is the permission to work on the stage. */
export function cardMachine(stage: number): Machine<CardFacts> {
  const owner = STAGE_RULES[stage - 1]!.works;
  return {
    entity: 'etapa',
    transitions: [
      {
        from: [CELL.notStarted],
        to: CELL.pending,
        label: 'Dejar pendiente',
        permission: null,
        whyNot: auto('Queda pendiente sola cuando se completa la etapa anterior.'),
      },
      { from: [CELL.pending], to: CELL.inProgress, label: 'Empezar', permission: owner },
      {
        from: [CELL.inProgress],
        to: CELL.observed,
        label: 'Observar',
        permission: owner,
        reason: 'required',
      },
      { from: [CELL.observed], to: CELL.inProgress, label: 'Retomar', permission: owner },
      {
        from: [CELL.inProgress],
        to: CELL.done,
        label: 'Completar',
        permission: owner,
        whyNot: ({ missing }) => missing[0] ?? null,
      },
      {
        from: [CELL.pending, CELL.inProgress, CELL.observed],
        to: CELL.overdue,
        label: 'Vencer',
        permission: null,
        whyNot: auto('Vence sola cuando pasa su fecha.'),
      },
      {
        from: [CELL.overdue],
        to: CELL.inProgress,
        label: 'Retomar con fecha nueva',
        permission: owner,
        whyNot: ({ overdueByRule, dueOn, today }) =>
          overdueByRule
            ? 'Está vencida por un pago: sigue cuando el pago llega.'
            : dueOn !== null && dueOn >= today
              ? null
              : 'Escribe primero una fecha límite nueva.',
      },
      {
        from: [CELL.overdue],
        to: CELL.done,
        label: 'Completar',
        permission: null,
        whyNot: ({ missing }) => missing[0] ?? 'Se completa sola.',
      },
      {
        from: [
          CELL.notStarted,
          CELL.pending,
          CELL.inProgress,
          CELL.observed,
          CELL.done,
          CELL.overdue,
          CELL.blocked,
        ],
        to: CELL.notApplicable,
        label: 'No aplica',
        permission: 'ventas.aprobar',
        reason: 'required',
      },
      {
        from: [CELL.done],
        to: CELL.inProgress,
        label: 'Reabrir',
        permission: 'ventas.aprobar',
        reason: 'required',
      },
      {
        from: [CELL.notStarted, CELL.pending, CELL.inProgress, CELL.observed, CELL.overdue],
        to: CELL.blocked,
        label: 'Bloquear',
        permission: null,
        whyNot: auto('Se bloquea sola cuando la venta se detiene.'),
      },
      {
        from: [CELL.blocked],
        to: CELL.inProgress,
        label: 'Desbloquear',
        permission: null,
        whyNot: auto('Sigue sola cuando se reactiva la venta.'),
      },
    ],
  };
}
