import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES = [
  'neutral',
  'neutral',
  'attention',
  'progress',
  'progress',
  'positive',
  'negative',
  'negative',
] as const;

export const CommissionState = ({ state }: { state: { id: number; name: string } }) => (
  <StatePill tone={TONES[state.id] ?? 'neutral'} label={state.name} />
);
