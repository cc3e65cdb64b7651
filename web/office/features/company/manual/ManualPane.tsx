import { CloseButton, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './manual.module.css';
import { placeOf } from './placeOf.ts';
import { ManualReader } from './ManualReader.tsx';

interface ManualPaneProps {
  at: string;
  onGo: (at: string) => void;
  onClose: () => void;
}

/** The manual at the side of a page, with a link to the same part on its own page. */
export function ManualPane({ at, onGo, onClose }: ManualPaneProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.pane} ref={root} tabIndex={-1}>
      <ManualReader
        at={at}
        onGo={onGo}
        heading="h2"
        head={
          <Group justify="space-between" mb="sm" wrap="nowrap">
            <Text fw={600}>Manual</Text>
            <Group gap="xs" wrap="nowrap">
              <PageLink {...placeOf(at)} size="sm">
                Abrir en su página
              </PageLink>
              <CloseButton aria-label="Cerrar el manual" onClick={onClose} />
            </Group>
          </Group>
        }
      />
    </div>
  );
}
