import { Button, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import type { ViewAs } from '#contract/company/menu/menuEndpoints.ts';
import { panamaTime } from '#web/office/lib/format.ts';
import styles from './ViewAsBanner.module.css';
import { useEndViewAs } from './viewAs.api.ts';

/** Shown on every page during "view as". */
export function ViewAsBanner({ viewAs }: { viewAs: ViewAs }) {
  const end = useEndViewAs();
  return (
    <section className={`${styles.banner} no-print`} aria-label="Ver como">
      <IconEye size={20} aria-hidden />
      <Text size="sm" className={styles.bannerText}>
        Ves la oficina como <strong>{viewAs.name}</strong>
        {viewAs.kind === 'role' ? ' (rol)' : ''}. Solo se puede mirar, hasta las {panamaTime(viewAs.until)}.
      </Text>
      <Button size="compact-sm" onClick={() => end.mutate()} loading={end.isPending}>
        Dejar de ver como {viewAs.name}
      </Button>
    </section>
  );
}
