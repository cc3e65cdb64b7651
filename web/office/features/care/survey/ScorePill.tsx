import { scoreGroupOf, type ScoreGroup } from '#contract/care/survey/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Readonly<Record<ScoreGroup, Tone>> = {
  promotores: 'positive',
  pasivos: 'neutral',
  detractores: 'negative',
};

/** A score of 0-10. */
export const ScorePill = ({ score }: { score: number }) => (
  <StatePill tone={TONES[scoreGroupOf(score)]} label={`${score} de 10`} />
);
