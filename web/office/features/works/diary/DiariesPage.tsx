import { Stack, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { addDays, isoWeekday, longDay, panamaDay } from '#contract/dates.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listDiaries, stopsText } from '#contract/works/diary/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import type { DiariesSearch } from './diariesSearch.ts';
import { FieldLink } from './field/FieldLink.tsx';

const columns: ColumnOf<typeof listDiaries>[] = [
  {
    key: 'fecha',
    title: 'Día',
    width: 120,
    sortable: true,
    phone: 'heading',
    render: (one) => <DateText day={one.fecha} />,
  },
  {
    key: 'proyecto',
    title: 'Obra',
    width: 200,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.proyecto.name}</Text>
        <Text size="xs" c="dimmed">
          {one.tipo.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'trabajo',
    title: 'Trabajo hecho',
    width: 260,
    render: (one) => (
      <Text size="sm" lineClamp={2} c={one.trabajo ? undefined : 'dimmed'}>
        {one.trabajo || (one.entradas === 0 ? 'Sin anotaciones' : '—')}
      </Text>
    ),
  },
  {
    key: 'entradas',
    title: 'Anotaciones',
    width: 110,
    align: 'right',
    render: (one) => (
      <span className="figures">
        {one.entradas}
        {one.adendas > 0 && ` (${one.adendas} ${one.adendas === 1 ? 'adenda' : 'adendas'})`}
      </span>
    ),
  },
  {
    key: 'personas',
    title: 'Personas',
    width: 88,
    align: 'right',
    render: (one) => <span className="figures">{one.personas || '—'}</span>,
  },
  { key: 'paros', title: 'Lluvia y paros', width: 150, render: (one) => stopsText(one.paros) || '—' },
  {
    key: 'fotos',
    title: 'Fotos',
    width: 70,
    align: 'right',
    render: (one) => <span className="figures">{one.fotos || '—'}</span>,
  },
  {
    key: 'sello',
    title: 'Sello',
    width: 120,
    render: (one) => (one.sellada_a ? <DateText day={panamaDay(one.sellada_a)} /> : 'Abierta'),
  },
];

/** The days of all site diaries. */
export function DiariesPage({ search }: { search: DiariesSearch }) {
  const list = useList(listDiaries, search);
  const writes = useCan('bitacora.crear');
  const filters = useFilters();
  const today = useToday();
  const monday = addDays(today, 1 - isoWeekday(today));
  return (
    <>
      <PageHeader title="Bitácora" count={list.total} actions={writes ? <FieldLink /> : null} />
      <DataTable
        id="bitacora"
        caption="Días de la bitácora"
        list={list}
        columns={columns}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => `${longDay(one.fecha)}, ${one.proyecto.name}, ${one.tipo.name}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/bitacora/$id', params: { id: one.id } }) }}
        views={[
          { label: 'Esta semana', search: { desde: monday, hasta: addDays(monday, 6) } },
          { label: 'Con lluvia o paro', search: { con_paro: 1 } },
          { label: 'Sin anotaciones', search: { sin_anotar: 1 } },
        ]}
        empty={
          <EmptyState
            title="Aún no hay bitácoras"
            text="La bitácora de una obra empieza con la primera anotación. Se escribe en el teléfono, también sin señal."
          />
        }
      />
    </>
  );
}

function useFilters(): FilterOf<typeof listDiaries>[] {
  const seesProjects = useCan('proyectos.ver');
  const projects = useOptions({ ...queryOf(listProjectOptions, {}), enabled: seesProjects });
  const types = useOptions(queryOf(contractTypes.list, {}));
  return [
    ...(seesProjects
      ? [
          {
            key: 'proyecto_id' as const,
            label: 'Proyecto',
            kind: 'one' as const,
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
        ]
      : []),
    {
      key: 'tipo_contrato_id',
      label: 'Tipo',
      kind: 'one',
      choices: types.map(({ id, name }) => ({ value: id, label: name })),
    },
    { key: 'desde', label: 'Desde', kind: 'day' },
    { key: 'hasta', label: 'Hasta', kind: 'day' },
    { key: 'texto', label: 'Texto', kind: 'text' },
    { key: 'con_paro', label: 'Con lluvia o paro', kind: 'flag' },
    { key: 'sin_anotar', label: 'Sin anotaciones', kind: 'flag' },
  ];
}
