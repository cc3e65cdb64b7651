import { LOT_STATE } from '#contract/company/catalogs/states.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconFileImport, IconMap2, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import { LOT_STATE_LABELS } from '#contract/sales/claims/claims.ts';
import type { Lot } from '#contract/projects/lots/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { BlockDrawer } from './BlockDrawer.tsx';
import { NewHousesDrawer } from '#web/office/features/projects/houses/NewHousesDrawer.tsx';
import { LotDrawer } from './LotDrawer.tsx';
import { LotsBulkDrawer } from './LotsBulkDrawer.tsx';
import type { LotsSearch } from './lotsSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** Columns of the lots. The sale is a link with permission to see sales. */
const columns = (seesSales: boolean): ColumnOf<typeof listLots>[] => [
  {
    key: 'lote',
    title: 'Lote',
    sortable: true,
    width: 200,
    phone: 'heading',
    render: (lot) => (
      <Stack gap={0}>
        <Text size="sm" fw={600} className="figures">
          {lot.lote}
        </Text>
        <Text size="xs" c="dimmed">
          {lot.project.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 220,
    render: (lot) => (
      <Stack gap={2} align="flex-start">
        <StatePill catalog="lot" state={lot.estado} />
        {lot.withheld_reason && <Text size="xs">{lot.withheld_reason}</Text>}
        {lot.claimed_until && (
          <Text size="xs" c="dimmed">
            hasta <DateText instant={lot.claimed_until} />
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'venta',
    title: 'Quién lo tiene',
    width: 170,
    render: (lot) => {
      if (!lot.sale) return '—';
      const name = saleName(lot.sale);
      return seesSales ? (
        <PageLink to="/oficina/ventas/$id" params={{ id: lot.sale.id }}>
          {name}
        </PageLink>
      ) : (
        <span className="figures">{name}</span>
      );
    },
  },
  { key: 'tipo', title: 'Tipo', width: 150, render: (lot) => lot.type.name },
  {
    key: 'area_m2',
    title: 'Área',
    sortable: true,
    width: 110,
    align: 'right',
    render: (lot) => <span className="figures">{lot.area_m2.toLocaleString('es-PA')} m²</span>,
  },
  {
    key: 'premium_centavos',
    title: 'Recargo',
    sortable: true,
    width: 130,
    align: 'right',
    render: (lot) => (lot.premium_centavos === 0 ? '—' : <MoneyText centavos={lot.premium_centavos} />),
  },
  {
    key: 'vivienda',
    title: 'Vivienda',
    width: 200,
    render: (lot) => (lot.house ? `${lot.house.name} · ${lot.house.model}` : '—'),
  },
];

/** The lots with their commercial state, which follows from their sales. */
export function LotsPage({ search }: { search: LotsSearch }) {
  const patch = usePatchSearch();
  const mayEdit = useCan('proyectos.editar');
  const seesSales = useCan('ventas.ver');
  const creating = useDrawer('nuevo');
  const [bulk, setBulk] = useState<{ act: 'change' | 'houses'; lots: Lot[] } | null>(null);
  const navigate = useNavigate();
  const { lote } = search;
  const list = useList(listLots, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const open = list.rows.find((one) => one.id === lote);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nueva manzana
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Lotes"
        count={list.total}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconMap2 size={16} aria-hidden />}
              onClick={() =>
                void navigate({
                  to: '/oficina/lotes/plano',
                  search: search.proyecto_id === undefined ? {} : { proyecto_id: search.proyecto_id },
                })
              }
            >
              Ver el plano
            </Button>
            {mayEdit && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconFileImport size={16} aria-hidden />}
                  onClick={() => void navigate({ to: '/oficina/importar', search: { tipo: 'lots' } })}
                >
                  Importar
                </Button>
                {add}
              </>
            )}
          </>
        }
      />
      <DataTable
        id="lotes"
        caption="Lotes"
        list={list}
        columns={columns(seesSales)}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(LOT_STATE_LABELS).map(([id, label]) => ({ value: Number(id), label })),
          },
        ]}
        views={[
          { label: 'Disponibles', search: { estado_id: LOT_STATE.available } },
          { label: 'Reservados', search: { estado_id: LOT_STATE.reserved } },
          { label: 'Separados', search: { estado_id: LOT_STATE.separated } },
          { label: 'No disponibles', search: { estado_id: LOT_STATE.unavailable } },
        ]}
        rowId={(lot) => lot.id}
        rowName={(lot) => `Lote ${lot.lote} de ${lot.project.name}`}
        open={mayEdit ? { show: (lot) => patch({ lote: lot.id }) } : null}
        {...(mayEdit && {
          bulk: [
            {
              label: 'Cambiar',
              whyNot: () => null,
              run: (chosen: Lot[]) => setBulk({ act: 'change', lots: chosen }),
            },
            {
              label: 'Registrar viviendas',
              whyNot: (chosen: Lot[]) =>
                new Set(chosen.map(({ project }) => project.id)).size > 1
                  ? 'Elige lotes de un solo proyecto.'
                  : chosen.some(({ house }) => house !== null)
                    ? 'Alguno de estos lotes ya tiene vivienda.'
                    : null,
              run: (chosen: Lot[]) => setBulk({ act: 'houses', lots: chosen }),
            },
          ],
        })}
        searchLabel="Lote o manzana"
        empty={
          <EmptyState
            title="Aún no hay lotes"
            text="Se crean por manzana: de A-01 a A-12 de una sola vez."
            action={mayEdit ? add : null}
          />
        }
      />
      {mayEdit && creating.opened && <BlockDrawer projectId={search.proyecto_id} onClose={creating.close} />}
      {bulk?.act === 'change' && <LotsBulkDrawer lots={bulk.lots} onClose={() => setBulk(null)} />}
      {bulk?.act === 'houses' && <NewHousesDrawer lots={bulk.lots} onClose={() => setBulk(null)} />}
      {open && mayEdit && (
        <LotDrawer
          key={open.id}
          lot={open}
          reload={async () =>
            (await list.query.refetch()).data?.data.find(({ id }) => id === open.id) ?? open
          }
          onClose={() => patch({ lote: undefined })}
        />
      )}
    </>
  );
}
