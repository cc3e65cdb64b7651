import { percentOf } from '#contract/money.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import type { Machine } from '#contract/transitions.ts';

/** Events that release a part of a commission, in order. */
export const COMMISSION_EVENTS = {
  separacion: 'Separación confirmada',
  promesa: 'Promesa firmada',
  desembolso: 'Desembolso',
} as const;
export type CommissionEvent = keyof typeof COMMISSION_EVENTS;
export const COMMISSION_EVENT_NAMES = Object.keys(COMMISSION_EVENTS) as [
  CommissionEvent,
  ...CommissionEvent[],
];

export const PAYEES = { asesor: 'Asesor', corredor: 'Corredor externo' } as const;
export type Payee = keyof typeof PAYEES;

/** States of a line. Anulada: the sale ended before its release. Compensada: released, not paid, and taken back. */
export const COMMISSION = {
  planned: 1,
  released: 2,
  prepared: 3,
  approved: 4,
  paid: 5,
  cancelled: 6,
  offset: 7,
} as const;

/** Released and not paid yet. */
export const OWED_COMMISSIONS = [COMMISSION.released, COMMISSION.prepared, COMMISSION.approved] as const;

export const COMMISSION_LABELS: Readonly<Record<number, string>> = {
  1: 'Por liberar',
  2: 'Liberada',
  3: 'Preparada',
  4: 'Por pagar',
  5: 'Pagada',
  6: 'Anulada',
  7: 'Compensada',
};

/** A percent of the price or a fixed amount, and its split over the events in percents that add up to 100. */
export interface CommissionTerms {
  percent: number | null;
  fixedCents: number | null;
  split: Readonly<Record<CommissionEvent, number>>;
}

/** Total commission of a price in centavos, rounded half up. */
export const commissionOf = ({ percent, fixedCents }: CommissionTerms, priceCents: number): number =>
  fixedCents ?? percentOf(priceCents, percent ?? 0);

/**
 * Parts of a total in centavos: the rounded cumulative amount up to each event, less the earlier parts. They always add
 * up to the total.
 */
export function partsOf(
  totalCents: number,
  split: CommissionTerms['split'],
): Record<CommissionEvent, number> {
  const first = percentOf(totalCents, split.separacion);
  const second = percentOf(totalCents, split.separacion + split.promesa);
  return { separacion: first, promesa: second - first, desembolso: totalCents - second };
}

export const sumsToWhole = (split: CommissionTerms['split']) =>
  Math.round((split.separacion + split.promesa + split.desembolso) * 100) === 10_000;

/** Whether an event has happened in the sale's present state. */
export function hasHappened(
  event: CommissionEvent,
  { stateId, separationConfirmed }: { stateId: number; separationConfirmed: boolean },
): boolean {
  if (hasEnded(stateId)) return false;
  if (event === 'separacion') return separationConfirmed;
  return stateId >= (event === 'promesa' ? SALE.promiseSigned : SALE.disbursed) && stateId <= SALE.closed;
}

/** Why no payee can be assigned by hand; null when possible. */
export function whyNotName(stateId: number, has: { taken: boolean; released: boolean }): string | null {
  if (stateId === SALE.draft) return 'Primero recibe el pre-contrato: ahí queda su asesor.';
  if (hasEnded(stateId)) return 'Esta venta ya no está en curso.';
  if (has.taken) return 'Quién recibe esta comisión quedó fijo al recibir el pre-contrato.';
  return has.released ? 'Ya se liberó comisión de esta venta: no entra nadie más.' : null;
}

export interface CommissionRights {
  preparedByCaller: boolean;
  ownToCaller: boolean;
  /** The reversal of a paid part: the next payout deducts it automatically. */
  reverse: boolean;
}

const BY_ITSELF = 'Se descuenta sola de la próxima comisión que se le paga a esta persona.';
const OWN = 'Es tu propia comisión: la tramita otra persona.';

/** State machine of a commission line; events move it automatically. */
export const commissionMachine: Machine<CommissionRights> = {
  entity: 'comision',
  transitions: [
    { from: [COMMISSION.planned], to: COMMISSION.released, label: 'Liberar', permission: null },
    {
      from: [COMMISSION.released],
      to: COMMISSION.prepared,
      label: 'Preparar el pago',
      permission: 'pagos.crear',
      whyNot: ({ ownToCaller, reverse }) => (reverse ? BY_ITSELF : ownToCaller ? OWN : null),
    },
    {
      from: [COMMISSION.prepared],
      to: COMMISSION.approved,
      label: 'Aprobar',
      permission: 'pagos.aprobar',
      whyNot: ({ preparedByCaller, ownToCaller, reverse }) =>
        reverse
          ? BY_ITSELF
          : ownToCaller
            ? OWN
            : preparedByCaller
              ? 'Quien preparó el pago no puede aprobarlo: pídelo a otra persona.'
              : null,
    },
    {
      from: [COMMISSION.approved],
      to: COMMISSION.paid,
      label: 'Registrar el pago',
      permission: 'pagos.editar',
      whyNot: ({ ownToCaller, reverse }) => (reverse ? BY_ITSELF : ownToCaller ? OWN : null),
    },
    {
      from: [COMMISSION.prepared, COMMISSION.approved],
      to: COMMISSION.released,
      label: 'Devolver',
      permission: 'pagos.aprobar',
      reason: 'required',
    },
  ],
};
