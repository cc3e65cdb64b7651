import { Alert, Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listLinkedAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './accounting.module.css';
import { LinkAccountsDrawer } from './LinkAccountsDrawer.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** A project's bank accounts, and the one that its buyers pay into. */
export function ProjectAccounts({ projectId }: { projectId: number }) {
  const mayEdit = useCan('contabilidad.editar');
  const query = useQuery(queryOf(listLinkedAccounts, { params: { id: projectId } }));
  const editing = useDrawer('cuentas');
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const accounts = query.data.data;
  const change = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => editing.open()}
    >
      Cambiar cuentas
    </Button>
  );
  return (
    <Section
      title="Cuentas bancarias"
      text="La de los compradores se les muestra entera para que paguen la separación."
      actions={mayEdit && accounts.length > 0 ? change : null}
    >
      {accounts.length === 0 ? (
        <EmptyState
          title="Sin cuentas"
          text={
            mayEdit
              ? 'Di con cuáles trabaja el proyecto y a cuál pagan los compradores.'
              : 'Contabilidad dice con cuáles trabaja el proyecto y a cuál pagan los compradores.'
          }
          action={mayEdit ? change : null}
        />
      ) : (
        <ul className={styles.rows}>
          {accounts.map((one) => (
            <li key={one.id} className={styles.row}>
              <div className={styles.words}>
                <Text size="sm" fw={600}>
                  {one.nombre}
                </Text>
                <Text size="sm">
                  {one.tipo_banco.nombre} · {one.tipo_cuenta_contable_banco.nombre} ·{' '}
                  <span className="figures">{one.numero}</span>
                </Text>
                <Text size="xs" c="dimmed">
                  {one.titular} · {one.moneda}
                </Text>
              </div>
              {one.archivada && <StatePill tone="negative" label="Archivada" />}
              {one.compradores && <StatePill tone="positive" label="Pagan los compradores" />}
            </li>
          ))}
        </ul>
      )}
      {editing.opened && (
        <LinkAccountsDrawer projectId={projectId} linked={accounts} onClose={editing.close} />
      )}
    </Section>
  );
}
