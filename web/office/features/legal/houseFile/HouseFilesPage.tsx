import { Button, Stack, Text } from '@mantine/core';
import { IconFileImport, IconTable } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listHouseFiles } from '#contract/legal/houseFile/endpoints.ts';
import { BULK_ROWS, HOUSE_GAPS, type HouseFileRow } from '#contract/legal/houseFile/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { HouseFileDrawer } from './HouseFileDrawer.tsx';
import { HouseFileGrid } from './HouseFileGrid.tsx';
import type { HouseFilesSearch } from './houseFilesSearch.ts';
import { StandingPill } from './HouseStandings.tsx';

const columns: ColumnOf<typeof listHouseFiles>[] = [
  {
    key: 'lote',
    title: 'Lote',
    sortable: true,
    width: 170,
    phone: 'heading',
    render: (row) => <TwoLines first={row.lote} second={row.project.name} />,
  },
  {
    key: 'venta',
    title: 'Venta',
    width: 210,
    render: (row) => (row.sale ? <TwoLines first={row.sale.name} second={saleName(row.sale)} /> : '—'),
  },
  {
    key: 'finca',
    title: 'Finca',
    sortable: true,
    width: 140,
    render: (row) =>
      row.finca ? <TwoLines first={row.finca} second={row.codigo_ubicacion ?? 'Sin código'} /> : '—',
  },
  {
    key: 'segregacion_inscrita',
    title: 'Segregación',
    sortable: true,
    width: 140,
    render: (row) => (
      <Stack gap={2} align="flex-start">
        <StandingPill standing={row.standings.segregacion} />
        {row.segregacion_inscrita && <DateText day={row.segregacion_inscrita} />}
      </Stack>
    ),
  },
  {
    key: 'permiso_fecha',
    title: 'Permiso de ocupación',
    sortable: true,
    width: 170,
    render: (row) => (
      <Stack gap={2} align="flex-start">
        <StandingPill standing={row.standings.permiso} />
        {row.permiso_numero && <Text size="xs">{row.permiso_numero}</Text>}
      </Stack>
    ),
  },
  {
    key: 'mejoras',
    title: 'Mejoras',
    width: 120,
    render: (row) => <StandingPill standing={row.standings.mejoras} />,
  },
  {
    key: 'liberacion',
    title: 'Liberación',
    width: 120,
    render: (row) => <StandingPill standing={row.standings.liberacion} />,
  },
  {
    key: 'falta',
    title: 'Falta para la escritura',
    width: 260,
    render: (row) =>
      row.missing.length === 0 ? (
        <StatePill tone="positive" label="Lista" />
      ) : (
        <Text size="sm" lineClamp={2}>
          {row.missing.map(({ label }) => label).join(' · ')}
        </Text>
      ),
  },
];

/** The legal file of each house, and the table that writes many of them at once. */
export function HouseFilesPage({ search }: { search: HouseFilesSearch }) {
  const patch = usePatchSearch();
  const navigate = useNavigate();
  const writes = useCan('legal.crear');
  const list = useList(listHouseFiles, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const [grid, setGrid] = useState<readonly HouseFileRow[] | null>(null);
  const { expediente } = search;
  return (
    <>
      <PageHeader
        title="Expedientes de viviendas"
        count={list.total}
        text="Lo que cada casa necesita para su escritura: finca, segregación, permiso de ocupación, mejoras y liberación."
        actions={
          writes && (
            <>
              <Button
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                onClick={() => void navigate({ to: '/oficina/importar', search: { tipo: 'houseFiles' } })}
              >
                Importar
              </Button>
              <Button
                leftSection={<IconTable size={16} aria-hidden />}
                disabled={list.rows.length === 0}
                onClick={() => setGrid(list.rows.slice(0, BULK_ROWS))}
              >
                Escribir en tabla
              </Button>
            </>
          )
        }
      />
      <DataTable
        id="expedientes-viviendas"
        caption="Expedientes de viviendas"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          { key: 'manzana', label: 'Manzana', kind: 'text' },
          {
            key: 'falta',
            label: 'Falta',
            kind: 'one',
            choices: Object.entries(HOUSE_GAPS).map(([value, label]) => ({ value, label })),
          },
          { key: 'con_venta', label: 'Con venta por escriturar', kind: 'flag' },
        ]}
        views={[
          { label: 'Con venta por escriturar', search: { con_venta: 1 } },
          { label: 'Sin permiso', search: { falta: 'permiso' } },
          { label: 'Sin segregar', search: { falta: 'segregacion' } },
          { label: 'Listas', search: { falta: 'lista' } },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `Expediente de ${row.lote}`}
        open={{ show: (row) => patch({ expediente: row.id }) }}
        {...(writes && {
          bulk: [
            {
              label: 'Escribir en tabla',
              whyNot: (rows: HouseFileRow[]) =>
                rows.length > BULK_ROWS ? `Elige ${BULK_ROWS} viviendas como máximo.` : null,
              run: (rows: HouseFileRow[]) => setGrid(rows),
            },
          ],
        })}
        searchLabel="Finca, lote, permiso o cliente"
        empty={
          <EmptyState
            title="No hay viviendas"
            text="Aparecen con los lotes de cada proyecto: créalos o impórtalos primero."
          />
        }
      />
      {expediente !== undefined && (
        <HouseFileDrawer
          key={expediente}
          id={expediente}
          beside={besideOf(list.rows, expediente, (to) => patch({ expediente: to }))}
          onClose={() => patch({ expediente: undefined })}
        />
      )}
      {grid && <HouseFileGrid rows={grid} onClose={() => setGrid(null)} />}
    </>
  );
}
