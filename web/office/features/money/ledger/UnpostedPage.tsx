import { Button } from '@mantine/core';
import { compareAll, listUnposted } from '#contract/money/ledger/books.ts';
import { UNPOSTED_REASONS } from '#contract/money/ledger/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { UnpostedSearch } from './ledgerSearch.ts';
import { useBooks } from './useBooks.ts';

const columns: ColumnOf<typeof listUnposted>[] = [
  { key: 'dia', title: 'Fecha', sortable: true, width: 120, render: (one) => <DateText day={one.day} /> },
  {
    key: 'descripcion',
    title: 'Descripción',
    width: 300,
    phone: 'heading',
    render: (one) => one.description,
  },
  { key: 'motivo', title: 'Motivo', width: 320, render: (one) => UNPOSTED_REASONS[one.reason] },
  { key: 'monto', title: 'Monto', width: 140, money: (one) => one.centavos },
  {
    key: 'registro',
    title: 'Registro',
    width: 160,
    render: ({ source }) => (source.url ? <PageLink href={source.url}>{source.name}</PageLink> : source.name),
  },
  { key: 'proyecto', title: 'Proyecto', width: 180, render: (one) => one.project?.name ?? '—' },
];

/** What waits for a rule or a company. It blocks the closing of its month, never the work. */
export function UnpostedPage({ search }: { search: UnpostedSearch }) {
  const list = useList(listUnposted, search);
  const books = useBooks();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const mayCompare = useCan('contabilidad.editar');
  const compare = useAction(compareAll, { success: 'Se está comparando todo. Toma unos minutos.' });
  return (
    <>
      <PageHeader
        title="Sin contabilizar"
        count={list.total}
        text="Lo que pasó y los libros aún no tienen. Se contabiliza solo cuando se completa lo que falta; mientras, su mes no se cierra."
        actions={
          mayCompare ? (
            <Button variant="default" loading={compare.isPending} onClick={() => compare.mutate({})}>
              Comparar todo
            </Button>
          ) : null
        }
      />
      <DataTable
        id="sin-contabilizar"
        caption="Sin contabilizar"
        list={list}
        columns={columns}
        filters={[
          { key: 'libro_id', label: 'Empresa', kind: 'one', choices: books },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'motivo',
            label: 'Motivo',
            kind: 'one',
            choices: Object.entries(UNPOSTED_REASONS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.description}
        open={null}
        empty={
          <EmptyState
            title="Todo está contabilizado"
            text="Los libros tienen todo lo que dicen los registros."
          />
        }
      />
    </>
  );
}
