import { Group, Stack, Text, Title } from '@mantine/core';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { SALE_GROUPS, type SaleGroup } from '#contract/overview/reports/rules.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './reports.module.css';

type Row = ManagementBoard['pipeline'][number];

/**
 * One bar per state, in the order of the process, the sales in progress apart from the lost ones. Each links to its
 * sales.
 */
export function Pipeline({ rows, projectId }: { rows: readonly Row[]; projectId: number | undefined }) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Aún no hay ventas.
      </Text>
    );
  const most = Math.max(...rows.map(({ sales }) => sales));
  const groups = Object.groupBy(rows, ({ group }) => group);
  return (
    <Stack gap="md">
      {(Object.keys(SALE_GROUPS) as SaleGroup[]).map((group) => {
        const own = groups[group];
        return (
          own && (
            <section key={group} aria-label={SALE_GROUPS[group]}>
              <Group justify="space-between" mb={6}>
                <Title order={3} size="h6">
                  <PageLink
                    to="/oficina/ventas"
                    search={{ estado_id: own.map(({ state_id }) => state_id), proyecto_id: projectId }}
                  >
                    {SALE_GROUPS[group]}: {sumOf(own, ({ sales }) => sales).toLocaleString('es-PA')}
                  </PageLink>
                </Title>
                {own[0]?.value_centavos !== null && (
                  <MoneyText size="sm" fw={600} centavos={sumOf(own, (row) => row.value_centavos ?? 0)} />
                )}
              </Group>
              <ol className={styles.pipeline}>
                {own.map((row) => (
                  <Bar key={row.state_id} row={row} most={most} projectId={projectId} />
                ))}
              </ol>
            </section>
          )
        );
      })}
    </Stack>
  );
}

const sumOf = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);

function Bar({ row, most, projectId }: { row: Row; most: number; projectId: number | undefined }) {
  const { state_id, state, sales, value_centavos } = row;
  return (
    <li>
      <PageLink to="/oficina/ventas" search={{ estado_id: [state_id], proyecto_id: projectId }}>
        {state}
      </PageLink>
      <span className={styles.track} aria-hidden>
        <span
          className={styles.bar}
          style={{ width: `${Math.max(1, (sales / most) * 100)}%` }}
          data-group={row.group}
        />
      </span>
      <Text span size="sm" fw={600} className="figures">
        {sales.toLocaleString('es-PA')}
      </Text>
      {value_centavos !== null && <MoneyText size="sm" c="dimmed" centavos={value_centavos} />}
    </li>
  );
}
