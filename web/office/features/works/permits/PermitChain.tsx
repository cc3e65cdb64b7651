import { Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { PermitLink, PermitRecord } from '#contract/works/permits/model.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './permits.module.css';

/** What a permit waits for, and what waits for it. */
export const PermitChain = ({ permit }: { permit: PermitRecord }) => (
  <div className={styles.chain}>
    <Side title="Espera por" list={permit.antes} none="No espera por otro permiso." />
    <IconArrowRight size={24} aria-hidden className={styles.arrow} />
    <Side title="Esperan por este" list={permit.despues} none="Ningún permiso espera por este." />
  </div>
);

const Side = ({ title, list, none }: { title: string; list: readonly PermitLink[]; none: string }) => (
  <Stack gap="xs">
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    {list.length === 0 && <Text size="sm">{none}</Text>}
    {list.map((one) => (
      <div key={one.id} className={styles.step}>
        <Text size="sm" component="div">
          <PageLink to="/oficina/permisos" search={{ permiso: one.id }} underline="always">
            {one.name}
          </PageLink>
        </Text>
        <Text size="xs" c="dimmed">
          {one.de}
        </Text>
        <StatePill catalog="permit" state={one.estado} />
      </div>
    ))}
  </Stack>
);
