import { QUOTE } from '#contract/sales/quotes/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Readonly<Record<number, Tone>> = {
  [QUOTE.toApprove]: 'attention',
  [QUOTE.refused]: 'negative',
  [QUOTE.sent]: 'progress',
  [QUOTE.accepted]: 'positive',
  [QUOTE.expired]: 'attention',
  [QUOTE.converted]: 'positive',
  [QUOTE.voided]: 'negative',
};

export const QuoteStatePill = ({ state }: { state: { id: number; name: string } }) => (
  <StatePill tone={TONES[state.id] ?? 'neutral'} label={state.name} />
);
