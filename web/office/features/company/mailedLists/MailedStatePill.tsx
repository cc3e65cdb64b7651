import { MAILED_STATES, type MailedState } from '#contract/company/mailedLists/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Readonly<Record<MailedState, Tone>> = {
  activa: 'positive',
  pausada: 'attention',
  detenida: 'negative',
  archivada: 'neutral',
};

/** The state of a mailed list. */
export const MailedStatePill = ({ state }: { state: MailedState }) => (
  <StatePill tone={TONES[state]} label={MAILED_STATES[state]} />
);
