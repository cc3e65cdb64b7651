import { Group, Stack, Text } from '@mantine/core';
import { listWarranties } from '#contract/care/warranty/endpoints.ts';
import type { WarrantyRow } from '#contract/care/warranty/model.ts';
import { COVERS, COVER_NAMES, type Cover } from '#contract/care/covers/parts.ts';
import { COVER_STATES, type CoverState } from '#contract/care/covers/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import type { Tone } from '#web/design/tokens.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { WarrantiesSearch } from './warrantySearch.ts';

const TONES: Readonly<Record<CoverState, Tone>> = {
  vigente: 'positive',
  por_vencer: 'attention',
  vencida: 'neutral',
};

function CoverCell({ row, cover }: { row: WarrantyRow; cover: Cover }) {
  const clock = row.clocks.find((one) => one.cover === cover);
  return clock ? (
    <Stack gap={2} align="flex-start">
      <DateText day={clock.until} />
      <StatePill tone={TONES[clock.state]} label={COVER_STATES[clock.state]} />
    </Stack>
  ) : (
    <Text size="sm" c="dimmed">
      Sin plazo
    </Text>
  );
}

const columns: ColumnOf<typeof listWarranties>[] = [
  {
    key: 'id',
    title: 'Vivienda',
    sortable: true,
    width: 180,
    render: (one) => <TwoLines first={one.house.name} second={one.model.name} />,
  },
  {
    key: 'cliente',
    title: 'Cliente',
    width: 210,
    render: (one) => <TwoLines first={one.name} second={saleName(one.sale)} />,
  },
  {
    key: 'delivered_on',
    title: 'Entregada',
    sortable: true,
    width: 120,
    render: (one) => <DateText day={one.delivered_on} />,
  },
  ...COVER_NAMES.map((cover): ColumnOf<typeof listWarranties> => ({
    key: cover,
    title: COVERS[cover],
    width: 150,
    render: (one) => <CoverCell row={one} cover={cover} />,
  })),
  { key: 'proyecto', title: 'Proyecto', width: 170, render: (one) => one.project.name },
];

/** Delivered houses with the clocks of their warranty. */
export function WarrantiesPage({ search }: { search: WarrantiesSearch }) {
  const list = useList(listWarranties, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader
        title="Garantías"
        count={list.total}
        text="Hasta cuándo se cubre cada parte de las viviendas entregadas. Un reclamo del último día está a tiempo; al día siguiente, ya no."
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/garantias/plazos">Plazos de garantía</PageLink>
          </Group>
        }
      />
      <DataTable
        id="garantias"
        caption="Garantías"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'estado',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(COVER_STATES).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'cobertura',
            label: 'Cobertura',
            kind: 'one',
            choices: Object.entries(COVERS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]}
        views={[
          { label: 'Por vencer', search: { estado: 'por_vencer' } },
          { label: 'Acabados vencidos', search: { estado: 'vencida', cobertura: 'acabados' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.house.name}
        open={{ link: (one) => linkOptions({ to: '/oficina/entregas/$id', params: { id: one.id } }) }}
        searchLabel="Nombre, código o vivienda"
        empty={
          <EmptyState
            title="No hay viviendas entregadas"
            text="La garantía empieza con el acta firmada. Las entregadas antes se importan con su día."
            action={null}
          />
        }
      />
    </>
  );
}
