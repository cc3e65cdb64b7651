import { Group, Text } from '@mantine/core';
import { LIGHT_TEXTS, type Light } from '#contract/interest/rules.ts';
import type { Tone } from '#web/design/tokens.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';

const TONES: Record<Light, Tone> = { verde: 'positive', ambar: 'attention', rojo: 'negative' };
const NAMES: Record<Light, string> = { verde: 'Verde', ambar: 'Ámbar', rojo: 'Rojo' };

/** The light of the debt ratio, with what it says. */
export const DebtLight = ({ light }: { light: Light }) => (
  <Group gap="xs">
    <StatePill tone={TONES[light]} label={NAMES[light]} />
    <Text size="sm">{LIGHT_TEXTS[light]}</Text>
  </Group>
);
