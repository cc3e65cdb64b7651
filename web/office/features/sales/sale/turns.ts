import { ASKED_TURN_LABELS, deskOf, type Turn } from '#contract/sales/sale/turn.ts';

/** The user's own turns, which the screens mark as "Tu turno". */
export const myTurns = (user: { permissions: readonly string[] }): readonly Turn[] =>
  deskOf(new Set(user.permissions));

/** The filter by turn of the board and of the list. */
export const TURN_CHOICES = Object.entries(ASKED_TURN_LABELS).map(([value, label]) => ({ value, label }));
