import { addDays } from '#contract/dates.ts';
import type { Machine } from '#contract/transitions.ts';

/** Stages of a prospect, prospect_stages (domain.md §1, row 1). */
export const PROSPECT = {
  fresh: 1,
  contacted: 2,
  appointment: 3,
  quoted: 4,
  won: 5,
  discarded: 6,
} as const;

/** Stages that still need follow-up. */
export const OPEN_STAGES: readonly number[] = [
  PROSPECT.fresh,
  PROSPECT.contacted,
  PROSPECT.appointment,
  PROSPECT.quoted,
];
export const isOpenStage = (stageId: number) => OPEN_STAGES.includes(stageId);

/** Default days until the next follow-up, and days without an answer until the nightly job discards the prospect. */
export const FOLLOW_UP_DAYS = 3;
export const SILENT_DAYS = 30;
export const SILENCE = `Sin respuesta en ${SILENT_DAYS} días.`;

/** Default day of the next follow-up. */
export const nextFollowUp = (today: string) => addDays(today, FOLLOW_UP_DAYS);

/** latest_actions: result of a contact with a prospect. */
export const CONTACT = {
  none: 1,
  answered: 2,
  noAnswer: 3,
  messageSent: 4,
  messageAnswered: 5,
  booked: 6,
  visited: 7,
  filledForm: 8,
} as const;
export const CONTACT_ACTIONS: readonly number[] = [
  CONTACT.answered,
  CONTACT.noAnswer,
  CONTACT.messageSent,
  CONTACT.messageAnswered,
  CONTACT.booked,
  CONTACT.visited,
];
/** Actions that show a reaction of the person. */
export const isAnswer = (actionId: number) =>
  actionId !== CONTACT.none && actionId !== CONTACT.noAnswer && actionId !== CONTACT.messageSent;

/** The stage after an action, never an earlier one; null: no change. */
export function stageAfter(stageId: number, actionId: number): number | null {
  if (!isOpenStage(stageId)) return null;
  const to =
    actionId === CONTACT.booked ? PROSPECT.appointment : isAnswer(actionId) ? PROSPECT.contacted : stageId;
  return to > stageId ? to : null;
}

/** Unlisted transitions are refused. Ganado is automatic, with the pre-contract. */
export const prospectMachine: Machine<Record<never, never>> = {
  entity: 'prospecto',
  transitions: [
    {
      from: [PROSPECT.fresh, PROSPECT.appointment, PROSPECT.quoted],
      to: PROSPECT.contacted,
      label: 'Pasar a Contactado',
      permission: 'ventas.editar',
    },
    {
      from: [PROSPECT.fresh, PROSPECT.contacted, PROSPECT.quoted],
      to: PROSPECT.appointment,
      label: 'Pasar a Cita',
      permission: 'ventas.editar',
    },
    {
      from: [PROSPECT.fresh, PROSPECT.contacted, PROSPECT.appointment],
      to: PROSPECT.quoted,
      label: 'Pasar a Cotizado',
      permission: 'ventas.editar',
    },
    {
      from: [PROSPECT.fresh, PROSPECT.contacted, PROSPECT.appointment, PROSPECT.quoted],
      to: PROSPECT.won,
      label: 'Ganado',
      permission: null,
    },
    {
      from: [PROSPECT.fresh, PROSPECT.contacted, PROSPECT.appointment, PROSPECT.quoted],
      to: PROSPECT.discarded,
      label: 'Descartar',
      permission: 'ventas.editar',
      reason: 'required',
    },
    {
      from: [PROSPECT.discarded],
      to: PROSPECT.contacted,
      label: 'Retomar',
      permission: 'ventas.editar',
      reason: 'optional',
    },
  ],
};
