import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { changeHouseFiles } from '#contract/legal/houseFile/endpoints.ts';
import type { HouseFileRow } from '#contract/legal/houseFile/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import {
  afterPaste,
  cellName,
  changedRows,
  faultIn,
  GRID,
  knownText,
  pastedCells,
  type Typed,
} from './gridCells.ts';
import styles from './HouseFileGrid.module.css';

interface HouseFileGridProps {
  rows: readonly HouseFileRow[];
  onClose: () => void;
}

/** `filas[3][finca]` as the cell of the row that was sent third. */
function refusedCells(
  error: Error | null,
  sent: readonly { lote_id: number }[],
): ReadonlyMap<string, string> {
  const fields = error instanceof Refusal ? error.fields : [];
  return new Map(
    fields.flatMap(({ field, message }) => {
      const [, at, key] = /^filas\[(\d+)\]\[(\w+)\]$/.exec(field) ?? [];
      const row = at === undefined ? undefined : sent[Number(at)];
      return row ? [[`${row.lote_id} ${key}`, message] as const] : [];
    }),
  );
}

/** Many houses' legal files in one table, as a sheet: a block from Excel can be pasted, and all is saved at once or nothing. */
export const HouseFileGrid = ({ rows, onClose }: HouseFileGridProps) => (
  <RecordDrawer title={`Expedientes en tabla: ${rows.length}`} onClose={onClose} record={rows} size="100%">
    {(shown) => <Sheet rows={shown} onClose={onClose} />}
  </RecordDrawer>
);

function Sheet({ rows, onClose }: HouseFileGridProps) {
  const [typed, setTyped] = useState<Typed>(new Map());
  const [sent, setSent] = useState<readonly { lote_id: number }[]>([]);
  const save = useAction(changeHouseFiles, { success: ({ success }) => success, inline: true });
  const changed = changedRows(rows, typed);
  useUnsavedGuard(changed.length > 0 && !save.isPending);
  const refused = refusedCells(save.error, sent);
  const faulty = rows.some((row) =>
    GRID.some((column) => faultIn(column, typed.get(cellName(row.id, column.key)) ?? '') !== null),
  );
  const put = (name: string, text: string) => setTyped(new Map(typed).set(name, text));
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = pastedCells(event.clipboardData.getData('text'));
    if (cells.length === 1 && cells[0]!.length === 1) return;
    event.preventDefault();
    setTyped(afterPaste(typed, rows, { row, column }, cells));
  };
  const move = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.currentTarget
      .closest('table')
      ?.querySelector<HTMLInputElement>(`[data-at="${row + step}-${column}"]`)
      ?.focus();
  };
  const send = () => {
    setSent(changed);
    save.mutate({ body: { filas: changed } }, { onSuccess: onClose });
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        Copia un bloque de Excel y pégalo en la primera casilla. Las fechas van día primero: 31-12-2026. Se
        guardan todas las filas o ninguna.
      </Text>
      <ErrorTable error={refused.size > 0 ? null : save.error} />
      <ShortTable
        label="Expedientes"
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          {
            title: 'Lote',
            render: ({ lote }) => (
              <Text fw={600} style={{ whiteSpace: 'nowrap' }}>
                {lote}
              </Text>
            ),
          },
          ...GRID.map((column, across) => ({
            title: column.title,
            render: (row: HouseFileRow, at: number) => {
              const name = cellName(row.id, column.key);
              const text = typed.get(name) ?? knownText(row, column);
              return (
                <TextInput
                  size="xs"
                  miw={column.width}
                  className="figures"
                  aria-label={`${column.title} de ${row.lote}`}
                  data-at={`${at}-${across}`}
                  value={text}
                  error={faultIn(column, text) ?? refused.get(name) ?? null}
                  onChange={(event) => put(name, event.currentTarget.value)}
                  onPaste={(event) => paste(event, at, across)}
                  onKeyDown={(event) => move(event, at, across)}
                />
              );
            },
          })),
        ]}
      />
      <Group className={styles.foot} justify="flex-end" gap="xs">
        <Button onClick={send} loading={save.isPending} disabled={changed.length === 0 || faulty}>
          {changed.length === 1 ? 'Guardar 1 expediente' : `Guardar ${changed.length} expedientes`}
        </Button>
      </Group>
    </>
  );
}
