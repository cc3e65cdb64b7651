import { Text } from '@mantine/core';
import type { ManagementBoard } from '#contract/overview/reports/model.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import styles from './reports.module.css';

/** One bar per state, in the order of the process. Each links to its sales. */
export function Pipeline({ rows }: { rows: ManagementBoard['pipeline'] }) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Aún no hay ventas.
      </Text>
    );
  const most = Math.max(...rows.map(({ sales }) => sales));
  return (
    <ol className={styles.pipeline}>
      {rows.map(({ state_id, state, sales, value_centavos }) => (
        <li key={state_id}>
          <PageLink to="/oficina/ventas" search={{ estado_id: [state_id] }}>
            {state}
          </PageLink>
          <span className={styles.track} aria-hidden>
            <span className={styles.bar} style={{ width: `${Math.max(1, (sales / most) * 100)}%` }} />
          </span>
          <Text span size="sm" fw={600} className="figures">
            {sales.toLocaleString('es-PA')}
          </Text>
          {value_centavos !== null && <MoneyText size="sm" c="dimmed" centavos={value_centavos} />}
        </li>
      ))}
    </ol>
  );
}
