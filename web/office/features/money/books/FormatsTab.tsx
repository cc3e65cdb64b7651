import {
  JOURNAL_FILE,
  JOURNAL_SEPARATORS,
  listJournalFormats,
  type JournalFormat,
} from '#contract/money/books/formats.ts';
import { urlOf } from '#contract/endpoint.ts';
import { useList } from '#web/office/lib/list.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { JournalFormatDrawer } from './JournalFormatDrawer.tsx';
import type { BooksSearch } from './booksSearch.ts';
import { useAtFilters } from './useAtFilters.ts';

/** The journal as a file for the accountant's own program, one row per format. */
export function FormatsTab({ search }: { search: BooksSearch }) {
  const list = useList(listJournalFormats, search);
  const [company, , until] = useAtFilters();
  const may = useCan('contabilidad.exportar');
  const { libro_id } = search;
  const today = useToday();
  const hasta = search.hasta ?? today;
  const desde = search.desde ?? `${hasta.slice(0, 4)}-01-01`;
  const columns: ColumnOf<typeof listJournalFormats>[] = [
    { key: 'nombre', title: 'Formato', width: 300, phone: 'heading', render: (one) => one.name },
    { key: 'columnas', title: 'Columnas', width: 420, render: (one) => titlesOf(one) },
    {
      key: 'forma',
      title: 'Forma',
      width: 220,
      render: (one) => `${separatorOf(one)} · ${one.date_format}`,
    },
    {
      key: 'archivo',
      title: 'Archivo',
      width: 200,
      render: (one) =>
        may && libro_id !== undefined ? (
          <Anchor
            href={urlOf({ path: JOURNAL_FILE }, { query: { formato_id: one.id, libro_id, desde, hasta } })}
            download
            size="sm"
          >
            Descargar CSV
          </Anchor>
        ) : (
          <Text c="dimmed" size="sm">
            {may ? 'Elige la empresa' : 'Pide el permiso de exportar'}
          </Text>
        ),
    },
  ];
  const edits = useCan('contabilidad.editar');
  const drawer = useDrawer('formato');
  const open = list.rows.find(({ id }) => id === drawer.id);
  return (
    <>
      {edits && (
        <Group justify="flex-end" mb="sm">
          <Button variant="default" onClick={() => drawer.open()}>
            Formato nuevo
          </Button>
        </Group>
      )}
      <DataTable
        id="formatos-del-diario"
        caption="Formatos del diario"
        list={list}
        columns={columns}
        filters={[company, { key: 'desde', label: 'Desde', kind: 'day' }, until]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={edits ? { show: (one) => drawer.open(one.id) } : null}
        empty={<EmptyState title="Sin formatos" text="No hay formatos del diario." />}
      />
      {drawer.opened && (drawer.id === null || open) && (
        <JournalFormatDrawer key={drawer.id} {...(open && { format: open })} onClose={drawer.close} />
      )}
    </>
  );
}

const separatorOf = ({ separator }: JournalFormat) =>
  (JOURNAL_SEPARATORS as Readonly<Record<string, string>>)[separator] ?? separator;
const titlesOf = ({ columns }: JournalFormat) => columns.map(({ title }) => title).join(', ');
