import { POWER_STANDINGS, type PowerStanding } from '#contract/legal/representatives/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Readonly<Record<PowerStanding, Tone>> = {
  vigente: 'positive',
  por_vencer: 'attention',
  futuro: 'progress',
  vencido: 'negative',
  archivado: 'neutral',
};

/** The standing of a power today. */
export const StandingPill = ({ standing }: { standing: PowerStanding }) => (
  <StatePill tone={TONES[standing]} label={POWER_STANDINGS[standing]} />
);
