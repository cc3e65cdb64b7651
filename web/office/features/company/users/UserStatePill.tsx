import { USER_STATE_LABELS, type UserState } from '#contract/company/users/people.ts';
import type { Tone } from '#web/design/tokens.ts';
import { showDay } from '#web/office/lib/format.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<UserState, Tone> = {
  activo: 'positive',
  ausente: 'attention',
  invitado: 'progress',
  desactivado: 'neutral',
};

/** A user's state, with the last day of an absence. */
export function UserStatePill({ state, awayTo }: { state: UserState; awayTo?: string | null }) {
  const until = state === 'ausente' && awayTo ? ` hasta el ${showDay(awayTo)}` : '';
  return <StatePill tone={TONES[state]} label={USER_STATE_LABELS[state] + until} />;
}
