import { MAIL_STATE_LABELS, type MailState } from '#contract/company/outbox/model.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<MailState, Tone> = {
  held: 'progress',
  kept: 'neutral',
  queued: 'progress',
  sent: 'positive',
  failed: 'negative',
};

export const MailStatePill = ({ state }: { state: MailState }) => (
  <StatePill tone={TONES[state]} label={MAIL_STATE_LABELS[state]} />
);
