import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { accountLabel } from '#contract/projects/bankAccounts/rules.ts';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { showDay } from '#contract/dates.ts';
import { changeLine, listLines, sumLines } from '#contract/money/statements/statementEndpoints.ts';
import type { LineRow } from '#contract/money/statements/statements.ts';
import { ExactPairs } from '#web/office/features/money/statements/ExactPairs.tsx';
import { askAside } from '#web/office/features/money/statements/askAside.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useSingleKeys } from '#web/office/lib/singleKeys.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { besideOf, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { SelectField } from './SelectField.tsx';
import { QUEUE, type ReconcileSearch } from './reconcileSearch.ts';
import styles from './ReconcilePage.module.css';
import { SalesForLine } from './SalesForLine.tsx';

/** Two sides: on the left the bank's lines that wait, on the right the sales that the open one may be for. */
export function ReconcilePage({ search }: { search: ReconcileSearch }) {
  const patch = usePatchSearch();
  const confirms = useCan('pagos.aprobar');
  const list = useList(listLines, search, QUEUE);
  const sums = useSums(sumLines, list);
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const { rows } = list;
  const line = rows.find(({ id }) => id === search.linea) ?? rows[0];
  const go = (id: number | undefined) => patch({ linea: id });
  return (
    <>
      <PageHeader
        title="Conciliar"
        count={list.total}
        text="Cada depósito es de una venta, o se aparta porque no es de un cliente."
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/extractos/lineas" search={{ extracto_id: search.extracto_id }}>
              Todas las líneas
            </PageLink>
            <SelectField
              label="Cuenta"
              value={search.cuenta_id}
              options={accounts.map((one) => ({ value: one.id, label: accountLabel(one) }))}
              nothing="Todas las cuentas"
              onChange={(cuenta_id) => patch({ cuenta_id, linea: undefined })}
            />
            {confirms && (
              <Button onClick={() => patch({ exactas: true })}>Confirmar las que coinciden</Button>
            )}
          </Group>
        }
      />
      {!list.query.data ? (
        <PendingPage />
      ) : !line ? (
        <EmptyState
          title="Todo está conciliado"
          text="Importa el próximo extracto: sus depósitos aparecen aquí."
          action={<PageLink to="/oficina/extractos">Extractos</PageLink>}
        />
      ) : (
        <Desk
          rows={rows}
          line={line}
          pending={sums?.monto ?? null}
          beside={besideOf(rows, line.id, go)}
          confirms={confirms}
        />
      )}
      {confirms && search.exactas && (
        <ExactPairs
          filter={{ extracto_id: search.extracto_id, cuenta_id: search.cuenta_id }}
          onClose={() => patch({ exactas: undefined })}
        />
      )}
    </>
  );
}

interface DeskProps {
  rows: readonly LineRow[];
  line: LineRow;
  /** The sum of all lines that wait, in centavos; null until known. */
  pending: number | null;
  beside: Beside;
  confirms: boolean;
}

function Desk({ rows, line, pending, beside, confirms }: DeskProps) {
  const { before, after, onGo } = beside;
  const edits = useCan('contabilidad.editar');
  const change = useAction(changeLine, { success: ({ success }) => success });
  const searchBox = useRef<HTMLInputElement>(null);
  const go = (id: number | undefined) => id !== undefined && onGo(id);
  const next = after ?? before;
  const putAside = async () => {
    const motivo = await askAside(1);
    if (motivo)
      change.mutate(
        { params: { id: line.id }, body: { estado: 'ignored', motivo, version: line.version } },
        { onSuccess: () => go(next) },
      );
  };
  const { root, active } = useSingleKeys<HTMLDivElement>({
    j: () => go(after),
    k: () => go(before),
    a: () => edits && void putAside(),
    b: () => searchBox.current?.focus(),
  });
  const hint = (label: string, key: string) => (active ? `${label} (${key})` : label);
  return (
    <div className={styles.desk} ref={root}>
      <Stack gap="sm">
        <Paper withBorder p="md" component="section" aria-label="Línea del banco">
          <Text size="xl" fw={700}>
            <MoneyText centavos={line.centavos} />
          </Text>
          <Text size="sm">
            {showDay(line.posted_on)} · {line.account.name}
          </Text>
          <Text size="sm" fw={600} className="figures">
            {line.reference || 'Sin referencia'}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {line.description}
          </Text>
          <Group gap="xs" mt="sm">
            <Button
              size="compact-sm"
              variant="default"
              disabled={before === undefined}
              onClick={() => go(before)}
            >
              {hint('Anterior', 'K')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={after === undefined}
              onClick={() => go(after)}
            >
              {hint('Siguiente', 'J')}
            </Button>
            {edits && (
              <Button
                size="compact-sm"
                variant="default"
                loading={change.isPending}
                onClick={() => void putAside()}
              >
                {hint('Apartar', 'A')}
              </Button>
            )}
          </Group>
        </Paper>
        <Queue rows={rows} open={line.id} pending={pending} onGo={onGo} />
      </Stack>
      {confirms ? (
        <SalesForLine
          key={line.id}
          line={line}
          searchBox={searchBox}
          searchLabel={hint('Buscar la venta', 'B')}
          onDone={() => go(next)}
        />
      ) : (
        <Text c="dimmed">No tienes permiso de confirmar pagos.</Text>
      )}
    </div>
  );
}

interface QueueProps {
  rows: readonly LineRow[];
  open: number;
  pending: number | null;
  onGo: (id: number) => void;
}

function Queue({ rows, open, pending, onGo }: QueueProps) {
  return (
    <section className={styles.queue} aria-label="Líneas por conciliar">
      <Text size="sm" c="dimmed" px="xs" py={4}>
        Por conciliar
        {pending !== null && (
          <>
            : <MoneyText centavos={pending} />
          </>
        )}
      </Text>
      <ul className={styles.lines}>
        {rows.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.line}
              aria-current={one.id === open ? 'true' : undefined}
              onClick={() => onGo(one.id)}
            >
              <span className={styles.between}>
                <span className="figures">{showDay(one.posted_on)}</span>
                <MoneyText centavos={one.centavos} fw={600} />
              </span>
              <span className={styles.cut}>{one.description || one.reference}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
