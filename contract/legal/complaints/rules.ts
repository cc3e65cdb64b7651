import { addBusinessDays } from '#contract/banking/applications/businessDays.ts';
import type { Machine } from '#contract/transitions.ts';

/** States of a complaint before ACODECO (Ley 45 de 2007, domain.md §4.5). */
export const COMPLAINT = {
  filed: 1,
  asked: 2,
  extended: 3,
  answered: 4,
  won: 5,
  lost: 6,
  unsupported: 7,
  dropped: 8,
} as const;
export const COMPLAINT_LABELS: Readonly<Record<number, string>> = {
  [COMPLAINT.filed]: 'Presentado',
  [COMPLAINT.asked]: 'Documentos pedidos',
  [COMPLAINT.extended]: 'Con prórroga',
  [COMPLAINT.answered]: 'Respondido',
  [COMPLAINT.won]: 'Sustentado',
  [COMPLAINT.lost]: 'Resuelto a favor del cliente',
  [COMPLAINT.unsupported]: 'No sustentado',
  [COMPLAINT.dropped]: 'Retirado por el cliente',
};
/** The complaint still runs: nothing of its buyer is erased. */
export const OPEN_COMPLAINTS: readonly number[] = [
  COMPLAINT.filed,
  COMPLAINT.asked,
  COMPLAINT.extended,
  COMPLAINT.answered,
];
/** A clock of the company runs. */
export const CLOCK_COMPLAINTS: readonly number[] = [COMPLAINT.asked, COMPLAINT.extended];

export const COMPLAINT_KINDS = {
  aumento: 'Aumento de precio',
  entrega: 'Fecha de entrega',
  vicios: 'Vicios ocultos',
  otro: 'Otro',
} as const;
export type ComplaintKind = keyof typeof COMPLAINT_KINDS;

/** Working days: ACODECO asks for the papers, the company brings them, and the one extension (domain.md §4.5). */
export const COMPLAINT_DAYS = { ask: 10, answer: 15, extension: 5 } as const;

/** Last day of the clock that runs in a state, YYYY-MM-DD; null: none does. */
export function complaintDue(
  stateId: number,
  { filedOn, askedOn }: { filedOn: string; askedOn: string | null },
): string | null {
  switch (stateId) {
    case COMPLAINT.filed:
      return addBusinessDays(filedOn, COMPLAINT_DAYS.ask);
    case COMPLAINT.asked:
      return askedOn && addBusinessDays(askedOn, COMPLAINT_DAYS.answer);
    case COMPLAINT.extended:
      return askedOn && addBusinessDays(askedOn, COMPLAINT_DAYS.answer + COMPLAINT_DAYS.extension);
    default:
      return null;
  }
}

/** What the rules of a complaint need. Days are YYYY-MM-DD. */
export interface ComplaintFacts {
  today: string;
  dueOn: string | null;
}
const inTime = ({ today, dueOn }: ComplaintFacts) =>
  dueOn !== null && today > dueOn ? 'El plazo ya terminó: cuenta como no sustentado.' : null;

/** The state machine of a complaint. When the company's clock ends, the night makes it No sustentado. */
export const complaintMachine: Machine<ComplaintFacts> = {
  entity: 'reclamo_acodeco',
  transitions: [
    {
      from: [COMPLAINT.filed],
      to: COMPLAINT.asked,
      label: 'ACODECO pidió documentos',
      permission: 'legal.crear',
    },
    {
      from: [COMPLAINT.asked],
      to: COMPLAINT.extended,
      label: 'Registrar la prórroga',
      permission: 'legal.crear',
      reason: 'optional',
      whyNot: inTime,
    },
    {
      from: CLOCK_COMPLAINTS,
      to: COMPLAINT.answered,
      label: 'Registrar la respuesta',
      permission: 'legal.crear',
    },
    {
      from: [COMPLAINT.answered],
      to: COMPLAINT.won,
      label: 'Resuelto: sustentado',
      permission: 'legal.crear',
      reason: 'required',
    },
    {
      from: [COMPLAINT.answered, COMPLAINT.unsupported],
      to: COMPLAINT.lost,
      label: 'Resuelto a favor del cliente',
      permission: 'legal.crear',
      reason: 'required',
    },
    { from: CLOCK_COMPLAINTS, to: COMPLAINT.unsupported, label: 'No sustentado', permission: null },
    {
      from: OPEN_COMPLAINTS,
      to: COMPLAINT.dropped,
      label: 'El cliente lo retiró',
      permission: 'legal.crear',
      reason: 'required',
    },
  ],
};
