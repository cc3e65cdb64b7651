import { DEED } from '#contract/company/catalogs/states.ts';
import { addDays } from '#contract/dates.ts';
import type { SaleKnown } from '#contract/sales/sale/known.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { letterInForce, permitInForce } from '#contract/sales/sale/toDeed.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of the delivery of a house to its buyer (entrega). */
export const HANDOVER = {
  scheduled: 1,
  inspecting: 2,
  signing: 3,
  delivered: 4,
  refused: 5,
  voided: 6,
} as const;
export const HANDOVER_LABELS: Readonly<Record<number, string>> = {
  [HANDOVER.scheduled]: 'Programada',
  [HANDOVER.inspecting]: 'En inspección',
  [HANDOVER.signing]: 'Por firmar',
  [HANDOVER.delivered]: 'Entregada',
  [HANDOVER.refused]: 'Rechazada',
  [HANDOVER.voided]: 'Anulada',
};
/** States in which the keys are still with the company and the delivery goes on. */
export const OPEN_HANDOVERS: readonly number[] = [
  HANDOVER.scheduled,
  HANDOVER.inspecting,
  HANDOVER.signing,
  HANDOVER.refused,
];

/** What the buyer says at the end of an inspection. */
export const ANSWERS = {
  conforme: 'La recibe conforme',
  pendientes: 'La recibe con pendientes',
  rechaza: 'No la recibe',
} as const;
export type Answer = keyof typeof ANSWERS;
export const ANSWER_NAMES = Object.keys(ANSWERS) as [Answer, ...Answer[]];

export const SEVERITIES = { leve: 'Leve', moderada: 'Moderada', grave: 'Grave' } as const;
export type Severity = keyof typeof SEVERITIES;
export const SEVERITY_NAMES = Object.keys(SEVERITIES) as [Severity, ...Severity[]];

export const METERS = { luz: 'Luz (Naturgy o ENSA)', agua: 'Agua (IDAAN)' } as const;
export type Meter = keyof typeof METERS;
export const METER_NAMES = Object.keys(METERS) as [Meter, ...Meter[]];

/** States of an item of the punch list (pendiente). */
export const PUNCH = { pending: 1, done: 2, verified: 3, voided: 4 } as const;
export const PUNCH_LABELS: Readonly<Record<number, string>> = {
  [PUNCH.pending]: 'Por corregir',
  [PUNCH.done]: 'Corregido, por verificar',
  [PUNCH.verified]: 'Verificado',
  [PUNCH.voided]: 'Anulado',
};
export const OPEN_PUNCH: readonly number[] = [PUNCH.pending, PUNCH.done];
/** Days after the keys in which the punch list is closed (domain.md §1, row 17). */
export const PUNCH_DAYS = 15;
export const punchDue = (from: string): string => addDays(from, PUNCH_DAYS);

/** Management's answer to a delivery before the disbursement. */
export type Early = 'no' | 'por_aprobar' | 'aprobada';

/** Why a sale cannot begin the delivery of its house, or null. `early`: before the disbursement. */
export function whyNotBegin(sale: Pick<SaleKnown, 'stateId' | 'today' | 'bank' | 'deed'>): string | null {
  if (sale.stateId === SALE.disbursed) return null;
  if (sale.stateId === SALE.delivered || sale.stateId === SALE.closed) return 'Esta vivienda ya se entregó.';
  return sale.stateId === SALE.inDeed || sale.stateId === SALE.registered
    ? whyNotEarly(sale)
    : 'Falta el desembolso: la entrega empieza cuando el banco pagó.';
}

/** Why management cannot approve a delivery before the disbursement, or null (domain.md §1: letter in force and deed signed). */
export function whyNotEarly({
  today,
  bank,
  deed,
}: Pick<SaleKnown, 'today' | 'bank' | 'deed'>): string | null {
  if ((deed?.stateId ?? 0) < DEED.signed || deed?.stateId === DEED.voided)
    return 'Antes del desembolso hace falta la escritura firmada.';
  return letterInForce(bank, today) ? null : 'Antes del desembolso hace falta una carta promesa en vigor.';
}

export interface HandoverFacts {
  sale: Pick<SaleKnown, 'stateId' | 'today' | 'bank' | 'deed' | 'house'>;
  early: Early;
  /** 0-100. */
  housePercent: number;
  /** Lenders whose mortgage over the house is not lifted; empty too where the company only wants to be warned. */
  lenders: readonly string[];
  /** The inspection of this round was made, and the buyer takes the house. */
  inspected: boolean;
}

/** Why the keys cannot be given yet, or null: paid or approved by management, finished, and with its occupancy permit. */
export function whyNotKeys({ sale, early, housePercent, lenders, inspected }: HandoverFacts): string | null {
  if (!inspected) return 'Falta la inspección con el comprador.';
  if (housePercent < 100) return `La vivienda va en ${housePercent} %: falta terminarla.`;
  if (!permitInForce(sale.house, sale.today)) return 'Falta el permiso de ocupación en vigor.';
  if (lenders.length > 0)
    return `Falta la carta de liberación de ${lenders.join(' y ')}: la vivienda sigue en la hipoteca interina.`;
  if (sale.stateId === SALE.disbursed) return null;
  if (early === 'por_aprobar') return 'Espera que gerencia apruebe entregar antes del desembolso.';
  if (early === 'no') return 'Falta el desembolso: solo gerencia aprueba entregar antes.';
  return whyNotEarly(sale);
}

/** The state machine of a delivery. Keys are given by the signed acta alone. */
export const handoverMachine: Machine<HandoverFacts> = {
  entity: 'entrega',
  transitions: [
    {
      from: [HANDOVER.scheduled],
      to: HANDOVER.inspecting,
      label: 'Inspección hecha',
      permission: null,
    },
    {
      from: [HANDOVER.inspecting],
      to: HANDOVER.signing,
      label: 'Enviar el acta a firmar',
      permission: 'ventas.entregar',
      whyNot: whyNotKeys,
    },
    {
      from: [HANDOVER.signing],
      to: HANDOVER.inspecting,
      label: 'Retirar el acta de la firma',
      permission: 'ventas.entregar',
      reason: 'required',
    },
    { from: [HANDOVER.signing], to: HANDOVER.delivered, label: 'Acta firmada', permission: null },
    {
      from: [HANDOVER.inspecting, HANDOVER.signing],
      to: HANDOVER.refused,
      label: 'El comprador no la recibe',
      permission: 'ventas.entregar',
      reason: 'required',
    },
    {
      from: [HANDOVER.refused],
      to: HANDOVER.scheduled,
      label: 'Programar otra inspección',
      permission: 'ventas.entregar',
    },
    {
      from: [HANDOVER.scheduled, HANDOVER.inspecting, HANDOVER.refused],
      to: HANDOVER.voided,
      label: 'Anular la entrega',
      permission: 'ventas.entregar',
      reason: 'required',
    },
  ],
};

export interface PunchFacts {
  /** The caller corrected it: somebody else verifies it. */
  own: boolean;
}
const notOwn = ({ own }: PunchFacts) => (own ? 'Lo corregiste tú: lo verifica otra persona.' : null);

/** The state machine of a punch item. It is corrected with a photograph, and verified by the buyer or a colleague. */
export const punchMachine: Machine<PunchFacts> = {
  entity: 'pendiente_entrega',
  transitions: [
    { from: [PUNCH.pending], to: PUNCH.done, label: 'Corregido', permission: null },
    {
      from: [PUNCH.done],
      to: PUNCH.verified,
      label: 'Verificar',
      permission: 'ventas.entregar',
      whyNot: notOwn,
    },
    {
      from: [PUNCH.done],
      to: PUNCH.pending,
      label: 'Devolver por corregir',
      permission: 'ventas.entregar',
      reason: 'required',
    },
    {
      from: [PUNCH.pending, PUNCH.done],
      to: PUNCH.voided,
      label: 'Anular',
      permission: 'ventas.entregar',
      reason: 'required',
    },
  ],
};
