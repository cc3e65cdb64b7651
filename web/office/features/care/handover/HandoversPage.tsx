import { Button, Group, Text } from '@mantine/core';
import { IconClipboardList, IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { HANDOVER_VIEWS, listHandovers } from '#contract/care/handover/endpoints.ts';
import { HANDOVER_LABELS } from '#contract/care/handover/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { customerColumn } from '#web/office/features/sales/sale/customerColumn.tsx';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { HandoverFieldLink } from './field/HandoverFieldLink.tsx';
import type { HandoversSearch } from './handoversSearch.ts';
import { NewHandoverDrawer } from './NewHandoverDrawer.tsx';

const columns: ColumnOf<typeof listHandovers>[] = [
  customerColumn,
  { key: 'entrega', title: 'Entrega', width: 160, render: (one) => one.code },
  {
    key: 'vivienda',
    title: 'Vivienda',
    width: 170,
    render: (one) => <TwoLines first={one.house.name} second={one.model.name} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 200,
    render: (one) => <StatePill catalog="handover" state={one.state} />,
  },
  {
    key: 'scheduled_on',
    title: 'Programada',
    sortable: true,
    width: 140,
    render: (one) => <DateText day={one.scheduled_on} />,
  },
  {
    key: 'delivered_on',
    title: 'Entregada',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.delivered_on} />,
  },
  {
    key: 'pendientes',
    title: 'Pendientes',
    width: 140,
    render: (one) =>
      one.open_items === 0 ? null : (
        <Text size="sm" c={one.late_items > 0 ? 'var(--danger)' : undefined}>
          {one.open_items}
          {one.late_items > 0 && `, ${one.late_items} fuera de plazo`}
        </Text>
      ),
  },
  { key: 'proyecto', title: 'Proyecto', width: 170, render: (one) => one.project.name },
];

/** Deliveries of houses to their buyers, from the inspection to the keys. */
export function HandoversPage({ search }: { search: HandoversSearch }) {
  const creating = useDrawer('nueva');
  const hands = useCan('ventas.entregar');
  const list = useList(listHandovers, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Programar entrega
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Entregas"
        count={list.total}
        text="La inspección con el comprador, el acta y las llaves. Las llaves se dan solo con el acta firmada."
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/entregas/listas">
              <Group gap={4} component="span">
                <IconClipboardList size={16} aria-hidden /> Listas y manuales
              </Group>
            </PageLink>
            <HandoverFieldLink />
            {hands && add}
          </Group>
        }
      />
      <DataTable
        id="entregas"
        caption="Entregas"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(HANDOVER_LABELS).map(([value, label]) => ({
              value: Number(value),
              label,
            })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: HANDOVER_VIEWS.abiertas, search: { grupo: 'abiertas' } },
          { label: HANDOVER_VIEWS.pendientes, search: { grupo: 'pendientes' } },
          { label: HANDOVER_VIEWS.entregadas, search: { grupo: 'entregadas' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Entrega de ${one.name}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/entregas/$id', params: { id: one.id } }) }}
        searchLabel="Nombre, código o vivienda"
        empty={
          <EmptyState
            title="No hay entregas"
            text="Programa la de una venta desembolsada: el comprador recibe el día por correo."
            action={hands ? add : null}
          />
        }
      />
      {creating.opened && hands && <NewHandoverDrawer onClose={creating.close} />}
    </>
  );
}
