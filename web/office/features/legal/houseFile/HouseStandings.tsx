import {
  HOUSE_PAPERS,
  PAPER_STANDINGS,
  type HousePaper,
  type PaperStanding,
} from '#contract/legal/houseFile/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<PaperStanding, Tone> = {
  pendiente: 'neutral',
  en_tramite: 'progress',
  listo: 'positive',
  vencido: 'negative',
  no_aplica: 'neutral',
};

/** How far one paper of a house is. */
export const StandingPill = ({ standing }: { standing: PaperStanding }) => (
  <StatePill tone={TONES[standing]} label={PAPER_STANDINGS[standing]} />
);

export const PAPERS = Object.entries(HOUSE_PAPERS) as [HousePaper, string][];
