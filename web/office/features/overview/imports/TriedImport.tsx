import { Alert, Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  confirmImport,
  findImport,
  listImportRows,
  undoImport,
} from '#contract/overview/imports/endpoints.ts';
import { IMPORT_STATES, type ImportKind } from '#contract/overview/imports/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ImportSearch } from './importSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const STATUS = { bad: 'Con faltas', changed: 'Cambia', new: 'Nueva', same: 'Igual' } as const;

const columns: ColumnOf<typeof listImportRows>[] = [
  {
    key: 'row',
    sortable: true,
    title: 'Fila',
    width: 90,
    phone: 'heading',
    render: (one) => <span className="figures">{one.row}</span>,
  },
  { key: 'resultado', title: 'Resultado', width: 120, render: (one) => STATUS[one.status] },
  {
    key: 'label',
    sortable: true,
    title: 'Qué',
    width: 220,
    render: (one) => one.label || Object.values(one.cells).filter(Boolean).slice(0, 3).join(' · '),
  },
  {
    key: 'detalle',
    title: 'Detalle',
    width: 560,
    render: (one) =>
      one.faults.length > 0 ? (
        <List size="sm" listStyleType="none">
          {one.faults.map(({ message }) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      ) : (
        one.changes
          .map(({ column, before, after }) => `${column}: ${before || '—'} → ${after || '—'}`)
          .join(' · ') || '—'
      ),
  },
];

interface TriedImportProps {
  id: number;
  /** The kinds that the user may import. */
  kinds: readonly ImportKind[];
  search: ImportSearch;
  onClose: () => void;
}

/** An import's dry run with its confirmation; afterwards, its result. */
export function TriedImport({ id, kinds, search, onClose }: TriedImportProps) {
  const [onlyGood, setOnlyGood] = useState(false);
  const found = useQuery(queryOf(findImport, { params: { id } }));
  const rows = useList(listImportRows, search, { params: { id } });
  const confirm = useAction(confirmImport, {
    success: ({ success }) => success,
    inline: true,
  });
  const undo = useAction(undoImport, {
    success: ({ success }) => success,
    inline: true,
  });
  const one = found.data?.data;
  if (!one) return null;
  const mayEdit = kinds.some(({ name }) => name === one.kind.name);
  const { counts } = one;
  const writes = counts.new + counts.changed;
  const undoIt = async () => {
    const sure = await askConfirm({
      title: 'Deshacer la importación',
      text: 'Se quita lo que creó y vuelve a estar como antes lo que cambió, si nadie lo ha usado todavía.',
      confirm: 'Deshacer',
      danger: true,
    });
    if (sure) undo.mutate({ params: { id } });
  };
  return (
    <>
      <Section
        title={`${one.kind.title}: ${one.file.name}`}
        text={`${IMPORT_STATES[one.state]} · ${one.by}`}
        actions={
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
            Otro archivo
          </Button>
        }
      >
        <Stack gap="sm">
          <Text aria-live="polite">
            <b>{counts.new}</b> nuevas · <b>{counts.changed}</b> cambian · <b>{counts.same}</b> iguales ·{' '}
            <b>{counts.bad}</b> con faltas
          </Text>
          {one.confirmed_at && (
            <Text size="sm" c="dimmed">
              Importada por {one.confirmed_by} el <DateText instant={one.confirmed_at} />
              {one.only_good && ', sin las filas con faltas'}
              {one.undone_at && `; deshecha por ${one.undone_by}`}.
            </Text>
          )}
          {one.unknown_headings.length > 0 && (
            <Alert color="yellow" variant="light" title="Columnas que no se leen: se ignoran">
              {one.unknown_headings.join(' · ')}
            </Alert>
          )}
          <ErrorTable error={confirm.error ?? undo.error} />
          {one.state === 'checked' && counts.bad > 0 && (
            <Checkbox
              label={
                counts.bad === 1
                  ? 'Importar solo las filas buenas y dejar fuera la que tiene faltas'
                  : `Importar solo las filas buenas y dejar fuera las ${counts.bad} con faltas`
              }
              checked={onlyGood}
              onChange={(event) => setOnlyGood(event.currentTarget.checked)}
            />
          )}
          <Group gap="xs">
            {one.state === 'checked' && mayEdit && (
              <ReasonedButton
                loading={confirm.isPending}
                whyNot={
                  writes === 0
                    ? 'Nada que importar: todo está ya igual o tiene faltas.'
                    : counts.bad > 0 && !onlyGood
                      ? 'Hay filas con faltas: corrígelas, o elige importar solo las buenas.'
                      : null
                }
                onClick={() =>
                  confirm.mutate({
                    params: { id },
                    body: { sha256: one.sha256, plan: one.plan, solo_buenas: onlyGood },
                  })
                }
              >
                {`Importar ${writes} ${writes === 1 ? 'fila' : 'filas'}`}
              </ReasonedButton>
            )}
            {counts.bad > 0 && (
              <Button
                component="a"
                href={`/api/imports/${id}/bad.xlsx`}
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                Descargar las filas por corregir
              </Button>
            )}
            {one.file.url !== null && (
              <Button component="a" href={one.file.url} variant="subtle" download={one.file.name}>
                Descargar el archivo probado
              </Button>
            )}
            {one.state === 'imported' && mayEdit && (
              <ReasonedButton
                variant="default"
                loading={undo.isPending}
                whyNot={one.why_not_undo}
                onClick={() => void undoIt()}
              >
                Deshacer
              </ReasonedButton>
            )}
          </Group>
        </Stack>
      </Section>
      <DataTable
        id="filas-importadas"
        caption="Filas del archivo"
        list={rows}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Resultado',
            kind: 'one',
            choices: Object.entries(STATUS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={(row) => row.row}
        rowName={(row) => `Fila ${row.row}`}
        open={null}
        empty={<EmptyState title="Sin filas" text="El archivo no trae filas." />}
      />
    </>
  );
}
