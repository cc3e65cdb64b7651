import { Text } from '@mantine/core';
import { DEVICE_STATES, type PushDevice } from '#contract/company/push/model.ts';
import { listDevices } from '#contract/company/push/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { DevicesSearch } from './devicesSearch.ts';

/** How it goes with a browser, as a sentence. */
export const healthOf = ({ trouble, failures, sent }: PushDevice): string =>
  trouble ??
  (failures > 0 ? 'La última entrega falló.' : sent > 0 ? 'Funciona.' : 'Aún no se le envió nada.');

const columns: ColumnOf<typeof listDevices>[] = [
  {
    key: 'owner',
    title: 'De quién',
    width: 220,
    phone: 'heading',
    render: ({ owner, device }) => <TwoLines first={owner} second={device} />,
  },
  {
    key: 'trouble',
    title: 'Cómo va',
    width: 320,
    render: (one) => (
      <Text size="sm" {...(one.failures > 0 && { c: 'var(--danger)' })}>
        {healthOf(one)}
      </Text>
    ),
  },
  { key: 'sent', title: 'Entregados', width: 110, align: 'right', render: ({ sent }) => sent },
  {
    key: 'last_success_at',
    title: 'Última entrega',
    width: 160,
    render: ({ last_success_at }) => <DateText instant={last_success_at} />,
  },
  {
    key: 'last_failure_at',
    title: 'Última falla',
    width: 160,
    render: ({ last_failure_at }) => <DateText instant={last_failure_at} />,
  },
  {
    key: 'created_at',
    title: 'Desde',
    width: 160,
    render: ({ created_at }) => <DateText instant={created_at} />,
  },
];

/** The browsers of colleagues and buyers that receive notices, and how it goes. */
export function DevicesPage({ search }: { search: DevicesSearch }) {
  const list = useList(listDevices, search);
  return (
    <>
      <PageHeader
        title="Notificaciones"
        count={list.total}
        text="Los equipos que reciben avisos. Uno que terminó se guarda un mes; su dueño lo activa otra vez desde el mismo equipo."
      />
      <DataTable
        id="equipos-avisos"
        caption="Equipos que reciben avisos"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Cómo van',
            kind: 'one',
            choices: Object.entries(DEVICE_STATES).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[]}
        rowId={({ id }) => id}
        rowName={({ owner, device }) => `${owner}, ${device}`}
        open={null}
        empty={
          <EmptyState
            title="Ningún equipo recibe avisos todavía"
            text="Cada quien los activa en «Mis avisos»; los compradores, desde «Mi compra»."
          />
        }
      />
    </>
  );
}
