import type { Machine } from '#contract/transitions.ts';

export const BATCH_STATE = { prepared: 1, approved: 2, sent: 3, confirmed: 4, voided: 5 } as const;
const S = BATCH_STATE;
export const BATCH_STATES: Readonly<Record<number, string>> = {
  [S.prepared]: 'Preparado',
  [S.approved]: 'Aprobado',
  [S.sent]: 'Enviado',
  [S.confirmed]: 'Confirmado',
  [S.voided]: 'Anulado',
};

export const BATCH_KINDS = { ach: 'ACH', cheque: 'Cheque' } as const;
export type BatchKind = keyof typeof BATCH_KINDS;
export const BATCH_KIND_NAMES = Object.keys(BATCH_KINDS) as [BatchKind, ...BatchKind[]];

export const LINE_STATES = {
  pendiente: 'Pendiente',
  pagado: 'Pagado',
  devuelto: 'Devuelto',
  retirado: 'Retirado',
} as const;
export type LineState = keyof typeof LINE_STATES;
export const LINE_STATE_NAMES = Object.keys(LINE_STATES) as [LineState, ...LineState[]];

/** What a batch pays. */
export const PAYABLE_KINDS = {
  factura: 'Factura',
  cuenta: 'Cuenta de obra',
  anticipo: 'Anticipo',
  caja: 'Caja menuda',
  prestamo: 'Préstamo interino',
} as const;
export type PayableKind = keyof typeof PAYABLE_KINDS;
export const PAYABLE_KIND_NAMES = Object.keys(PAYABLE_KINDS) as [PayableKind, ...PayableKind[]];

export interface BatchFacts {
  madeByCaller: boolean;
  aboveLimit: boolean;
  lines: number;
  /** What stops a payment: papers of a contractor, a missing bank account. */
  stops: readonly string[];
  /** A line was returned already. */
  returned: boolean;
}

/** The state machine of a batch of payments. */
export const batchMachine: Machine<BatchFacts> = {
  entity: 'lote_pago',
  transitions: [
    {
      from: [S.prepared],
      to: S.approved,
      label: 'Aprobar',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller, aboveLimit, lines, stops }) =>
        madeByCaller
          ? 'Quien prepara el lote no puede aprobarlo: pídelo a otra persona.'
          : lines === 0
            ? 'No queda nada por pagar en este lote.'
            : aboveLimit
              ? 'Pasa del límite de aprobación: lo aprueba gerencia.'
              : stops.length > 0
                ? stops.join(' ')
                : null,
    },
    { from: [S.approved], to: S.sent, label: 'Marcar como enviado', permission: 'contabilidad.editar' },
    {
      from: [S.sent],
      to: S.confirmed,
      label: 'Confirmar el pago',
      permission: 'contabilidad.aprobar',
      whyNot: ({ madeByCaller, lines, stops }) =>
        madeByCaller
          ? 'Quien prepara el lote no puede confirmarlo: pídelo a otra persona.'
          : lines === 0
            ? 'No queda nada por confirmar: anula el lote.'
            : stops.length > 0
              ? stops.join(' ')
              : null,
    },
    {
      from: [S.prepared, S.approved, S.sent],
      to: S.voided,
      label: 'Anular',
      permission: 'contabilidad.anular',
      reason: 'required',
      whyNot: ({ returned }) =>
        returned ? 'Tiene un pago devuelto: devuelve los demás en vez de anularlo.' : null,
    },
  ],
};
