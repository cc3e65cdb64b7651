import { totalText } from '#contract/paging.ts';
import { Button, CloseButton, Group, Loader, Modal, Table, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { BulkOutcome } from '../../lib/bulk.ts';
import { ReasonedButton } from '../ReasonedButton.tsx';
import { toast } from '../toast.tsx';
import styles from './table.module.css';
import type { BulkAction } from './types.ts';

interface BulkBarProps<Row> {
  rows: Row[];
  /** True: the action applies to all `total` rows that match the filter. */
  all: boolean;
  total: number;
  search: Record<string, unknown>;
  actions: readonly BulkAction<Row>[];
  /** null: not offered, because all rows are on the page or no action takes them. */
  onAll: (() => void) | null;
  onClear: () => void;
  /** Other actions on the selected rows: the export. */
  children: ReactNode;
}

const ONLY_PAGE = 'Esta acción se hace sobre filas de la página: elige algunas.';
const count = (n: number) => (n === 1 ? '1 elegida' : `${n.toLocaleString('en-US')} elegidas`);

/**
 * Bulk actions on the selected rows. An action that a row does not allow shows why; the result is shown for each row.
 */
export function BulkBar<Row>({
  rows,
  all,
  total,
  search,
  actions,
  onAll,
  onClear,
  children,
}: BulkBarProps<Row>) {
  const [running, setRunning] = useState<string | null>(null);
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[] | null>(null);
  const run = async (action: BulkAction<Row>) => {
    const acting = action.run(rows, { all, search, total });
    if (!acting) return;
    setRunning(action.label);
    try {
      const told = await acting;
      if (!told) return;
      if (told.every(({ error }) => error === null))
        toast.success(told.length === 1 ? 'Hecho en 1 fila.' : `Hecho en ${told.length} filas.`);
      else setOutcomes(told);
      onClear();
    } catch (error) {
      toast.error(error);
    } finally {
      setRunning(null);
    }
  };
  return (
    <>
      {rows.length > 0 && (
        <section className={styles.bulk} aria-label="Filas elegidas">
          <Text size="sm" fw={500} aria-live="polite">
            {all ? `Las ${totalText(total)} que coinciden` : count(rows.length)}
          </Text>
          {onAll && !all && (
            <Button size="compact-sm" variant="subtle" onClick={onAll}>
              Elegir las {totalText(total)} que coinciden
            </Button>
          )}
          <Group gap={6}>
            {actions.map((action) => (
              <ReasonedButton
                key={action.label}
                size="compact-sm"
                variant="default"
                leftSection={action.icon}
                whyNot={all && !action.takesAll ? ONLY_PAGE : action.whyNot(rows)}
                loading={running === action.label}
                disabled={running !== null}
                onClick={() => void run(action)}
              >
                {action.label}
              </ReasonedButton>
            ))}
          </Group>
          {children}
          {running ? (
            <Loader size="xs" aria-label="Trabajando" />
          ) : (
            <CloseButton aria-label="Quitar selección" onClick={onClear} />
          )}
        </section>
      )}
      <Outcomes outcomes={outcomes} onClose={() => setOutcomes(null)} />
    </>
  );
}

function Outcomes({ outcomes, onClose }: { outcomes: readonly BulkOutcome[] | null; onClose: () => void }) {
  const list = outcomes ?? [];
  const refused = list.filter(({ error }) => error !== null);
  const done = list.length - refused.length;
  return (
    <Modal opened={outcomes !== null} onClose={onClose} title="Qué pasó con cada fila" size="lg">
      <Text size="sm" mb="sm">
        {done === 1 ? '1 fila hecha' : `${done} filas hechas`} · {refused.length} sin hacer
      </Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Fila</Table.Th>
            <Table.Th>Resultado</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...refused, ...list.filter(({ error }) => error === null)].map((one, at) => (
            <Table.Tr key={`${one.name} ${at}`}>
              <Table.Th scope="row" fw={500}>
                {one.name}
              </Table.Th>
              <Table.Td>{one.error ?? 'Hecha'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
