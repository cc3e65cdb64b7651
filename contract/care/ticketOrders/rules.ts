import type { Machine } from '#contract/transitions.ts';

/** States of a work order (orden de trabajo): what a contractor is asked to do for a ticket. */
export const ORDER = {
  offered: 1,
  accepted: 2,
  refused: 3,
  done: 4,
  verified: 5,
  returned: 6,
  cancelled: 7,
} as const;
const O = ORDER;
export const ORDER_LABELS: Readonly<Record<number, string>> = {
  [O.offered]: 'Por aceptar',
  [O.accepted]: 'Aceptada',
  [O.refused]: 'Rechazada',
  [O.done]: 'Hecha, por verificar',
  [O.verified]: 'Verificada',
  [O.returned]: 'Devuelta por corregir',
  [O.cancelled]: 'Cancelada',
};
/** The contractor has it: its ticket waits for others. */
export const OUT_ORDERS: readonly number[] = [O.offered, O.accepted, O.returned];
/** A ticket has one of these at most. */
export const OPEN_ORDERS: readonly number[] = [...OUT_ORDERS, O.done];
export const isOut = (stateId: number) => OUT_ORDERS.includes(stateId);

/** Days that a new order proposes. */
export const ORDER_DAYS = 5;

interface OrderFacts {
  /** The caller has the ticket, leads its department or approves tickets. */
  acts: boolean;
  /** The caller reported it done, for a contractor without a telephone. */
  own: boolean;
}

export const NOT_ACTING = 'Lo hace quien tiene el ticket, o quien dirige el departamento.';
const acting = ({ acts }: OrderFacts) => (acts ? null : NOT_ACTING);

/** Unlisted transitions are refused. The contractor's own steps are no buttons of the office: they come with what was done. */
export const orderMachine: Machine<OrderFacts> = {
  entity: 'orden_trabajo',
  transitions: [
    { from: [O.offered], to: O.accepted, label: 'Aceptar', permission: null },
    { from: [O.offered], to: O.refused, label: 'Rechazar', permission: null },
    { from: [O.offered, O.accepted, O.returned], to: O.done, label: 'Reportar hecha', permission: null },
    {
      from: [O.done],
      to: O.verified,
      label: 'Verificar',
      permission: 'tickets.editar',
      whyNot: (facts) => acting(facts) ?? (facts.own ? 'La reportaste tú: la verifica otra persona.' : null),
    },
    {
      from: [O.done],
      to: O.returned,
      label: 'Devolver por corregir',
      permission: 'tickets.editar',
      reason: 'required',
      whyNot: acting,
    },
    {
      from: [O.offered, O.accepted, O.returned, O.done],
      to: O.cancelled,
      label: 'Cancelar la orden',
      permission: 'tickets.editar',
      reason: 'required',
      whyNot: acting,
    },
  ],
};

/** Why an order is not accepted or refused, or null. */
export const whyNotAnswer = (stateId: number): string | null =>
  stateId === O.offered ? null : 'Esta orden ya no espera respuesta.';

/** Why an order is not reported done, or null. */
export const whyNotDone = (stateId: number): string | null =>
  isOut(stateId)
    ? null
    : stateId === O.done
      ? 'Ya se reportó hecha: espera que la verifiquen.'
      : 'Esta orden ya terminó.';

/** What a customer reads of the order that their ticket waits for. */
export const ORDER_TOLD: Readonly<Record<number, string>> = {
  [O.offered]: 'Se lo pedimos al contratista y esperamos que lo acepte.',
  [O.accepted]: 'El contratista lo aceptó.',
  [O.returned]: 'Le pedimos al contratista que lo corrija.',
  [O.done]: 'El contratista dice que ya está: lo verificamos.',
};
