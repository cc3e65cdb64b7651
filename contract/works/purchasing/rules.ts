import type { Machine } from '#contract/transitions.ts';
import { round3 } from '#contract/works/materials/rules.ts';

/** States of a material request (estados_solicitudes, domain.md §2). */
export const REQUEST_STATE = {
  draft: 1,
  requested: 2,
  approved: 3,
  refused: 4,
  quoting: 5,
  ordered: 6,
  partlySent: 7,
  sent: 8,
  received: 9,
  closed: 10,
  voided: 11,
} as const;
const R = REQUEST_STATE;

/** States in which a request takes from the budget of its house. */
export const TAKEN_STATES: readonly number[] = [
  R.approved,
  R.quoting,
  R.ordered,
  R.partlySent,
  R.sent,
  R.received,
  R.closed,
];
/** States in which a request waits for nobody. */
export const ENDED_REQUESTS: readonly number[] = [R.refused, R.closed, R.voided];
/** States in which quotations are written and orders are made. */
export const QUOTED_STATES: readonly number[] = [R.approved, R.quoting];

export interface RequestFacts {
  askedByCaller: boolean;
  lines: number;
  /** Names of the materials that go beyond the budget of the house. */
  over: readonly string[];
  /** The caller may approve beyond the budget: within the percent of the settings, or everywhere (gerencia). */
  mayExceed: boolean;
  /** Orders in force. */
  orders: number;
}

/** The state machine of a material request (domain.md §3, rulings 27): asked by one person, approved by another. */
export const requestMachine: Machine<RequestFacts> = {
  entity: 'solicitud_material',
  transitions: [
    {
      from: [R.draft],
      to: R.requested,
      label: 'Solicitar',
      permission: 'materiales.crear',
      whyNot: ({ lines }) => (lines === 0 ? 'Agrega al menos un material.' : null),
    },
    {
      from: [R.requested],
      to: R.approved,
      label: 'Aprobar',
      permission: 'materiales.aprobar',
      reason: 'optional',
      whyNot: ({ askedByCaller, over, mayExceed }) =>
        askedByCaller
          ? 'Quien pide los materiales no puede aprobarlos: pídelo a otra persona.'
          : over.length > 0 && !mayExceed
            ? `Pasa del presupuesto en ${over.join(', ')}: lo aprueba gerencia.`
            : null,
    },
    {
      from: [R.requested],
      to: R.refused,
      label: 'Rechazar',
      permission: 'materiales.aprobar',
      reason: 'required',
    },
    { from: [R.requested], to: R.draft, label: 'Volver a borrador', permission: 'materiales.crear' },
    { from: [R.approved], to: R.quoting, label: 'Pedir cotizaciones', permission: 'materiales.editar' },
    {
      from: [R.draft, R.requested, R.approved, R.quoting],
      to: R.voided,
      label: 'Anular',
      permission: 'materiales.anular',
      reason: 'required',
      whyNot: ({ orders }) => (orders > 0 ? 'Ya tiene una orden de compra: anúlala antes.' : null),
    },
  ],
};

/** States of a purchase order. */
export const ORDER_STATE = {
  issued: 1,
  partlySent: 2,
  sent: 3,
  partlyReceived: 4,
  received: 5,
  closedShort: 6,
  voided: 7,
} as const;
const O = ORDER_STATE;
export const ORDER_STATES: Readonly<Record<number, string>> = {
  [O.issued]: 'Emitida',
  [O.partlySent]: 'Despachada en parte',
  [O.sent]: 'Despachada',
  [O.partlyReceived]: 'Recibida en parte',
  [O.received]: 'Recibida',
  [O.closedShort]: 'Cerrada con faltante',
  [O.voided]: 'Anulada',
};
/** Orders that still wait for something. */
export const OPEN_ORDERS: readonly number[] = [O.issued, O.partlySent, O.sent, O.partlyReceived];
/** Orders from which something can be returned. */
export const RETURNABLE_ORDERS: readonly number[] = [...OPEN_ORDERS, O.received, O.closedShort];

export interface OrderFacts {
  /** The caller sees prices, and so buys. */
  buys: boolean;
  anySent: boolean;
  anyReceived: boolean;
}
const buyers = 'Esto lo hace quien compra y ve los precios.';

/** What a person changes of an order; dispatches, receipts and returns do the rest. */
export const orderMachine: Machine<OrderFacts> = {
  entity: 'orden_compra',
  transitions: [
    {
      from: [O.issued, O.partlySent, O.sent],
      to: O.voided,
      label: 'Anular',
      permission: 'materiales.editar',
      reason: 'required',
      whyNot: ({ buys, anySent }) =>
        !buys
          ? buyers
          : anySent
            ? 'Ya se despachó algo de esta orden: recíbelo y ciérrala con faltante.'
            : null,
    },
    {
      from: [O.partlySent, O.sent, O.partlyReceived],
      to: O.closedShort,
      label: 'Cerrar con faltante',
      permission: 'materiales.editar',
      reason: 'required',
      whyNot: ({ buys, anyReceived }) =>
        !buys ? buyers : anyReceived ? null : 'Aún no se ha recibido nada: anúlala.',
    },
  ],
};

/** A line of an order, in quantities of its unit. `missing`: sent, but not there when it was counted. */
export interface Course {
  quantity: number;
  dispatched: number;
  received: number;
  returned: number;
  missing: number;
}

/** On its way: sent and not yet counted. */
export const inTransit = (one: Course): number => round3(one.dispatched - one.received - one.missing);
/** Still to arrive; what was returned is to come again. */
export const outstanding = (one: Course): number =>
  Math.max(0, round3(one.quantity - one.received + one.returned));
/** What may still be dispatched. */
export const toDispatch = (one: Course): number => Math.max(0, round3(outstanding(one) - inTransit(one)));
/** What is expected when it is counted: what is on its way, or all that is to arrive if no dispatch was written. */
export const expectedOf = (one: Course): number => inTransit(one) || outstanding(one);

/** The state of an order by its lines. */
export function orderStateOf(lines: readonly Course[]): number {
  if (lines.every((one) => outstanding(one) === 0)) return O.received;
  if (lines.some(({ received }) => received > 0)) return O.partlyReceived;
  if (lines.every((one) => toDispatch(one) === 0)) return O.sent;
  return lines.some(({ dispatched }) => dispatched > 0) ? O.partlySent : O.issued;
}

/**
 * The state of a request whose materials are all ordered, by the lines of its orders; lines of an order that was closed
 * short count as complete.
 */
export function requestStateOf(lines: readonly (Course & { closed: boolean })[]): number {
  const done = (one: Course & { closed: boolean }) => one.closed || outstanding(one) === 0;
  const counted = (one: Course & { closed: boolean }) =>
    done(one) || (inTransit(one) === 0 && one.received + one.missing - one.returned >= one.quantity);
  if (lines.every(done)) return R.closed;
  if (lines.every(counted)) return R.received;
  if (lines.every((one) => done(one) || toDispatch(one) === 0)) return R.sent;
  return lines.some(({ dispatched }) => dispatched > 0) ? R.partlySent : R.ordered;
}

/** The states that a request passes to get from one to another; dispatch and count follow the list (domain.md §3). */
export function passing(from: number, to: number): number[] {
  if (to < from) return from === R.ordered && to === R.quoting ? [to] : [];
  const way = [R.ordered, R.partlySent, R.sent, R.received, R.closed].filter(
    (state) => state > from && state <= to,
  );
  // A delivery in one go is never a part.
  return to > R.partlySent ? way.filter((state) => state !== R.partlySent) : way;
}

/** "Llegaron 47 de 50 saco: faltan 3."; null: the count agrees. */
export function differenceText(expected: number, counted: number, unit: string): string | null {
  const off = round3(counted - expected);
  if (off === 0) return null;
  return `Llegaron ${counted} de ${expected} ${unit}: ${off < 0 ? `faltan ${-off}` : `sobran ${off}`}.`;
}
