import { Group, Stack, Text } from '@mantine/core';
import {
  INSTALLMENT_NAMES,
  LIGHT_TEXTS,
  type DebtVerdict,
  type Installment,
  type Light,
} from '#contract/projects/interest/rules.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<Light, Tone> = { verde: 'positive', ambar: 'attention', rojo: 'negative' };
const NAMES: Record<Light, string> = { verde: 'Verde', ambar: 'Ámbar', rojo: 'Rojo' };
const ORDER: readonly Installment[] = ['preferencial', 'comercial'];

/** The verdict on a loan: the light of the deciding installment, then both installments with their figures. */
export const Verdict = ({ verdict }: { verdict: DebtVerdict }) => (
  <Stack gap={4}>
    <Group gap="xs">
      <StatePill tone={TONES[verdict.light]} label={NAMES[verdict.light]} />
      <Text size="sm">{LIGHT_TEXTS[verdict.light]}</Text>
    </Group>
    {ORDER.map((name) => {
      const one = verdict[name];
      return (
        one && (
          <Text key={name} size="sm" className="figures" c={verdict.decides === name ? undefined : 'dimmed'}>
            {INSTALLMENT_NAMES[name]}
            {verdict.decides === name ? ' (decide)' : ` (${NAMES[one.light].toLowerCase()})`}: letra{' '}
            {formatMoney(one.installment_centavos)}, {formatPercent(one.housing_percent)} del ingreso · con
            todas las deudas {formatPercent(one.total_percent)}
          </Text>
        )
      );
    })}
  </Stack>
);
