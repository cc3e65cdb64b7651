import { PAPER_STATE_LABELS, type PaperState } from '#contract/company/partners/partners.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<PaperState, Tone> = { vigente: 'positive', por_vencer: 'attention', vencido: 'negative' };

const SEVERAL: Record<PaperState, string> = {
  vigente: 'vigentes',
  por_vencer: 'por vencer',
  vencido: 'vencidos',
};

/** The validity of a document; with `count`, how many documents have that state. */
export function PaperStatePill({ state, count }: { state: PaperState; count?: number }) {
  const label = PAPER_STATE_LABELS[state];
  const counted = count === 1 ? label.toLowerCase() : SEVERAL[state];
  return <StatePill tone={TONES[state]} label={count === undefined ? label : `${count} ${counted}`} />;
}
