import { Stack, Text } from '@mantine/core';
import { listAgents, listAppointments } from '#contract/sales/appointments/endpoints.ts';
import { OPEN } from '#contract/sales/appointments/rules.ts';
import { appointmentStatus } from '#contract/company/catalogs/salesLists.ts';
import { showPhone } from '#contract/phone.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { AppointmentDrawer } from './AppointmentDrawer.tsx';
import type { AppointmentsSearch } from './appointmentsSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listAppointments>[] = [
  {
    key: 'starts_at',
    title: 'Cuándo',
    sortable: true,
    width: 170,
    render: (one) => <DateText instant={one.starts_at} />,
  },
  {
    key: 'id',
    title: 'Cliente',
    width: 230,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.name}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {showPhone(one.phone)}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 170,
    render: (one) => <StatePill catalog="appointment" state={one.state} />,
  },
  { key: 'proyecto', title: 'Proyecto', width: 200, render: (one) => one.project.name },
  { key: 'agente', title: 'Atiende', width: 180, render: (one) => one.agent.name },
  {
    key: 'precontrato',
    title: 'Pre-contrato',
    width: 150,
    render: (one) => <span className="figures">{one.sale ? saleName(one.sale) : '—'}</span>,
  },
  {
    key: 'origen',
    title: 'Origen',
    width: 100,
    render: (one) => (one.origin === 'web' ? 'Web' : 'Oficina'),
  },
];

interface Props {
  search: AppointmentsSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

/** The appointments as a table with filters and export. */
export function AppointmentList({ search, onSearch }: Props) {
  const today = useToday();
  const list = useList(listAppointments, search);
  const states = useOptions(queryOf(appointmentStatus.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const agents = useOptions(queryOf(listAgents));
  return (
    <>
      <DataTable
        id="citas"
        caption="Citas"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'many',
            choices: states.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'agente_id',
            label: 'Atiende',
            kind: 'one',
            choices: agents.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: 'Por venir', search: { estado_id: [...OPEN], desde: today } },
          { label: 'Atendidas', search: { estado_id: [4], order_type: 'desc' } },
          { label: 'No asistieron', search: { estado_id: [5], order_type: 'desc' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Cita de ${one.name}`}
        open={{ show: (one) => onSearch({ cita: one.id }) }}
        searchLabel="Nombre, celular o correo"
        empty={
          <EmptyState
            title="Aún no hay citas"
            text="Aquí aparecen las que se agendan en la web y en la oficina."
          />
        }
      />
      {search.cita !== undefined && (
        <AppointmentDrawer
          id={search.cita}

          onClose={() => onSearch({ cita: undefined })}
          beside={besideOf(list.rows, search.cita, (cita) => onSearch({ cita }))}
        />
      )}
    </>
  );
}
