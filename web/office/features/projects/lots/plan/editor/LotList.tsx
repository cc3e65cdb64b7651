import { ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { areaOf } from '#contract/projects/lots/geometry.ts';
import type { Drawn } from './drawing.ts';

interface LotListProps {
  lots: readonly Drawn[];
  chosen: string | null;
  onChoose: (key: string) => void;
}

/** All lots by name, to select one without a pointer. */
export function LotList({ lots, chosen, onChoose }: LotListProps) {
  return (
    <ScrollArea.Autosize mah={320}>
      <Stack gap={2}>
        {lots.map(({ key, name, points }) => (
          <UnstyledButton
            key={key}
            aria-pressed={key === chosen}
            p={6}
            fw={key === chosen ? 700 : 400}
            fz="sm"
            onClick={() => onChoose(key)}
          >
            {name}
            <Text span size="xs" c="dimmed" ml={8}>
              {points ? `${areaOf(points).toFixed(0)} m²` : 'sin trazo'}
            </Text>
          </UnstyledButton>
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}
