import { Badge } from '@mantine/core';
import { POWER_STANDINGS, type PowerStanding } from '#contract/legal/representatives/rules.ts';

const COLORS: Readonly<Record<PowerStanding, string>> = {
  vigente: 'green',
  por_vencer: 'yellow',
  futuro: 'blue',
  vencido: 'red',
  archivado: 'gray',
};

/** The standing of a power today. */
export const StandingPill = ({ standing }: { standing: PowerStanding }) => (
  <Badge variant="light" color={COLORS[standing]}>
    {POWER_STANDINGS[standing]}
  </Badge>
);
