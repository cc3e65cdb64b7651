import { PAPER_STATE_LABELS, type PaperState } from '#contract/users/partners.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<PaperState, Tone> = { vigente: 'positive', por_vencer: 'attention', vencido: 'negative' };

/** Whether a paper is in force; with a count, how many are. */
export function PaperStatePill({ state, count }: { state: PaperState; count?: number }) {
  const label = PAPER_STATE_LABELS[state];
  return <StatePill tone={TONES[state]} label={count === undefined ? label : `${count} · ${label}`} />;
}
