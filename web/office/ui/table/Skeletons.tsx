import { Skeleton, Stack } from '@mantine/core';
import styles from './table.module.css';

/** Placeholders for rows that are loading. */
export function Skeletons({ cards }: { cards: boolean }) {
  return (
    <output className={styles.frame} aria-label="Cargando" style={{ display: 'block' }}>
      <Stack gap={cards ? 12 : 16} p={16}>
        {Array.from({ length: cards ? 4 : 8 }, (_, index) => (
          <Skeleton key={index} height={cards ? 72 : 20} radius="sm" />
        ))}
      </Stack>
    </output>
  );
}
