import { listImports } from '#contract/overview/imports/endpoints.ts';
import { IMPORT_STATES } from '#contract/overview/imports/model.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ImportSearch } from './importSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listImports>[] = [
  {
    key: 'archivo',
    title: 'Archivo',
    width: 240,
    phone: 'heading',
    sortable: true,
    render: (one) => one.file.name,
  },
  { key: 'tipo', title: 'Qué', width: 120, render: (one) => one.kind.title },
  { key: 'estado', title: 'Estado', width: 180, render: (one) => IMPORT_STATES[one.state] },
  {
    key: 'cuenta',
    title: 'Nuevas · cambian · iguales · faltas',
    width: 240,
    render: ({ counts }) => (
      <span className="figures">
        {counts.new} · {counts.changed} · {counts.same} · {counts.bad}
      </span>
    ),
  },
  { key: 'quien', title: 'Quién', width: 180, sortable: true, render: (one) => one.confirmed_by ?? one.by },
  {
    key: 'cuando',
    sortable: true,
    title: 'Cuándo',
    width: 160,
    render: (one) => <DateText instant={one.confirmed_at ?? one.at} />,
  },
];

interface ImportHistoryProps {
  search: ImportSearch;
  onOpen: (id: number) => void;
}

/** Dry runs and imports: user, time, file and changes. */
export function ImportHistory({ search, onOpen }: ImportHistoryProps) {
  const list = useList(listImports, search, { query: { tipo: undefined } });
  return (
    <Section title="Historia">
      <DataTable
        id="importaciones"
        caption="Importaciones"
        list={list}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.file.name}
        open={{ show: (one) => onOpen(one.id) }}
        empty={
          <EmptyState title="Aún no hay importaciones" text="Descarga la plantilla, llénala y pruébala." />
        }
      />
    </Section>
  );
}
