import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { listNotices, selectAllNotices } from '#contract/company/notifications/endpoints.ts';
import { NOTICE_KINDS } from '#contract/company/notifications/kinds.ts';
import { useAction } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { NoticeLink } from './NoticeLink.tsx';
import type { NoticesSearch } from './noticesSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listNotices>[] = [
  {
    key: 'text',
    title: 'Aviso',
    width: 480,
    phone: 'heading',
    render: (notice) => <NoticeLink notice={notice} />,
  },
  { key: 'at', title: 'Llegó', width: 160, phone: 'hidden', render: ({ at }) => <DateText instant={at} /> },
  {
    key: 'selected_at',
    title: 'Leído',
    width: 160,
    phone: 'hidden',
    render: ({ selected_at }) => <DateText instant={selected_at} />,
  },
];

/** All the user's notifications, read ones included. */
export function NoticesPage({ search }: { search: NoticesSearch }) {
  const list = useList(listNotices, search);
  const readAll = useAction(selectAllNotices, {
    success: ({ success }) => success,
  });
  return (
    <>
      <PageHeader
        title="Avisos"
        count={list.total}
        text="Lo que pasó en tus ventas y tareas. Lo leído se guarda medio año."
        actions={
          <>
            <Button component={Link} to="/oficina/avisos/preferencias" variant="default">
              Mis avisos
            </Button>
            <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
              Marcar todos como leídos
            </Button>
          </>
        }
      />
      <DataTable
        id="avisos"
        caption="Avisos"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'kind',
            label: 'Tema',
            kind: 'one',
            choices: Object.entries(NOTICE_KINDS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[{ label: 'Sin leer', search: { unread: 1 } }]}
        rowId={({ id }) => id}
        rowName={({ text }) => text}
        open={null}
        empty={<EmptyState title="Aún no hay avisos" text="Aquí llega lo que pasa en tus ventas y tareas." />}
      />
    </>
  );
}
