import type { RuleRow } from '#contract/interest/model.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const STANDINGS: Record<RuleRow['standing'], readonly [label: string, tone: Tone]> = {
  vigente: ['Vigente', 'positive'],
  futura: ['Futura', 'progress'],
  pasada: ['Pasada', 'neutral'],
  reemplazada: ['Reemplazada', 'neutral'],
};

export function StandingPill({ standing }: { standing: RuleRow['standing'] }) {
  const [label, tone] = STANDINGS[standing];
  return <StatePill tone={tone} label={label} />;
}

/** Whether a source was read, or only likely. */
export const SurePill = ({ sure }: { sure: boolean }) => (
  <StatePill tone={sure ? 'positive' : 'attention'} label={sure ? 'Confirmada' : 'Por confirmar'} />
);

export const WHICH = [
  { value: 'vigentes', label: 'Vigentes y futuras' },
  { value: 'todas', label: 'Todas, también las pasadas' },
];
