import { listMailedLists, rhythmOf } from '#contract/company/mailedLists/endpoints.ts';
import { MAILED_STATES, rhythmText } from '#contract/company/mailedLists/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { MailedListDrawer } from './MailedListDrawer.tsx';
import { MailedStatePill } from './MailedStatePill.tsx';
import type { MailedListsSearch } from './mailedListsSearch.ts';

const columns: ColumnOf<typeof listMailedLists>[] = [
  {
    key: 'title',
    title: 'Título',
    sortable: true,
    width: 260,
    phone: 'heading',
    render: (one) => <TwoLines first={one.title} second={one.list} />,
  },
  { key: 'cuando', title: 'Cuándo', width: 260, render: (one) => rhythmText(rhythmOf(one)) },
  { key: 'de', title: 'De', width: 180, render: (one) => one.owner.name },
  {
    key: 'para',
    title: 'Para',
    width: 240,
    render: (one) => one.recipients.map(({ name }) => name).join(', '),
  },
  {
    key: 'next_at',
    title: 'Próximo envío',
    sortable: true,
    width: 160,
    render: (one) => <DateText instant={one.next_at} />,
  },
  { key: 'estado', title: 'Estado', width: 120, render: (one) => <MailedStatePill state={one.state} /> },
];

/** The lists that go by mail: one's own, and those that one receives. */
export function MailedListsPage({ search }: { search: MailedListsSearch }) {
  const patch = usePatchSearch();
  const list = useList(listMailedLists, search);
  return (
    <>
      <PageHeader
        title="Listas por correo"
        count={list.total}
        text="Para programar otra, abre una lista, fíltrala y elige Exportar, «Programar por correo»."
        actions={null}
      />
      <DataTable
        id="listas-por-correo"
        caption="Listas por correo"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(MAILED_STATES).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.title}
        open={{ show: (one) => patch({ lista: one.id }) }}
        empty={
          <EmptyState
            title="Aún no hay listas programadas"
            text="Abre una lista, fíltrala y elige Exportar, «Programar por correo»."
          />
        }
      />
      {search.lista !== undefined && (
        <MailedListDrawer
          id={search.lista}
          onClose={() => patch({ lista: undefined })}
          beside={besideOf(list.rows, search.lista, (id) => patch({ lista: id }))}
        />
      )}
    </>
  );
}
