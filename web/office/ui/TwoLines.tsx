import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  first: ReactNode;
  second: ReactNode;
}

/** A table cell of two lines: a name, and a smaller detail below it. */
export function TwoLines({ first, second }: Props) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600}>
        {first}
      </Text>
      <Text size="xs" c="dimmed" className="figures">
        {second}
      </Text>
    </Stack>
  );
}
