import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FactsProps {
  /** Label and value. A missing value shows a dash. */
  rows: readonly (readonly [label: string, value: ReactNode])[];
  /** One column, for a drawer. */
  narrow?: boolean;
}

/** Read-only data of a record: each value below its label. */
export const Facts = ({ rows, narrow = false }: FactsProps) => (
  <SimpleGrid cols={narrow ? 1 : { base: 1, xs: 2, md: 3 }} spacing="sm" component="dl" m={0}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <Text component="dt" size="xs" c="dimmed">
          {label}
        </Text>
        <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
          {value ?? '—'}
        </Text>
      </div>
    ))}
  </SimpleGrid>
);
