import { listPurges, PURGE_REASONS, type Purge } from '#contract/overview/privacy/purges.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { PrivacySearch } from './privacySearch.ts';
import { useList } from '#web/office/lib/list.ts';

const reasonOf = ({ reason }: Purge) =>
  Object.entries(PURGE_REASONS).find(([key]) => key === reason)?.[1] ?? reason;

const columns: ColumnOf<typeof listPurges>[] = [
  {
    key: 'day',
    title: 'Día',
    width: 130,
    phone: 'heading',
    sortable: true,
    render: (one) => <DateText day={one.day} />,
  },
  { key: 'motivo', title: 'Por qué', width: 340, render: reasonOf },
  { key: 'records', title: 'Personas', width: 110, sortable: true, render: (one) => one.records },
  { key: 'archivos', title: 'Archivos', width: 110, render: (one) => one.files },
  { key: 'citas', title: 'Citas', width: 100, render: (one) => one.visits },
  { key: 'espera', title: 'Listas de espera', width: 140, render: (one) => one.places },
  { key: 'correos', title: 'Correos', width: 100, render: (one) => one.mails },
];

interface TabProps {
  search: PrivacySearch;
}

/** The register of purges: type, count and day, without names. */
export function PurgesTab({ search }: TabProps) {
  const list = useList(listPurges, search);
  return (
    <DataTable
      id="datos-borrados"
      caption="Datos borrados"
      list={list}
      columns={columns}
      rowId={(one) => `${one.day} ${one.reason}`}
      rowName={(one) => `${reasonOf(one)}, ${one.day}`}
      open={null}
      empty={
        <EmptyState
          title="Aún no se ha borrado nada"
          text="Cada noche se borran los datos cuyo tiempo terminó; aquí queda cuántos y por qué."
        />
      }
    />
  );
}
