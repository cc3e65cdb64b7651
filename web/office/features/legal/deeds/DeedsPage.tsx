import { Button } from '@mantine/core';
import { IconCalendarTime, IconPercentage } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { writingStatus } from '#contract/company/catalogs/legalLists.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { listDeeds } from '#contract/legal/deeds/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ListOrBoard } from '#web/office/ui/table/ListOrBoard.tsx';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import { deedColumns } from './deedColumns.tsx';
import type { DeedsSearch } from './deedsSearch.ts';
import { DaysDrawer } from './DaysDrawer.tsx';
import { RatesDrawer } from './RatesDrawer.tsx';

// Lazy, because it brings the drag-and-drop library.
const DeedBoard = lazy(() => import('./DeedBoard.tsx').then((file) => ({ default: file.DeedBoard })));

function useDeedFilters(): FilterOf<typeof listDeeds>[] {
  const states = useOptions(queryOf(writingStatus.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return [
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
    { key: 'mias', label: 'Mías', kind: 'flag' },
    { key: 'tardias', label: 'Tardías', kind: 'flag' },
  ];
}

/** Deeds as a list or as a board by state, with what stops each. */
export function DeedsPage({ search }: { search: DeedsSearch }) {
  const patch = usePatchSearch();
  const rates = useDrawer('tasas');
  const days = useDrawer('dias');
  const seesRates = useCan('legal.ver');
  const { ver } = search;
  const list = useList(listDeeds, search, { enabled: ver !== 'tablero' });
  const filters = useDeedFilters();
  return (
    <>
      <PageHeader
        title="Escrituras"
        count={ver ? null : list.total}
        actions={
          <>
            <ListOrBoard ver={ver} />
            {seesRates && (
              <Button
                variant="default"
                leftSection={<IconPercentage size={16} aria-hidden />}
                onClick={() => rates.open()}
              >
                Tasas
              </Button>
            )}
            {seesRates && (
              <Button
                variant="default"
                leftSection={<IconCalendarTime size={16} aria-hidden />}
                onClick={() => days.open()}
              >
                Días normales
              </Button>
            )}
          </>
        }
      />
      {ver === 'tablero' ? (
        <Suspense fallback={<PendingPage />}>
          <DeedBoard search={search} filters={filters} onSearch={patch} />
        </Suspense>
      ) : (
        <DataTable
          id="escrituras"
          caption="Escrituras"
          list={list}
          columns={deedColumns}
          filters={filters}
          views={[
            { label: 'En camino', search: {} },
            { label: 'Mías', search: { mias: 1 } },
            { label: 'Tardías', search: { tardias: 1 } },
            { label: 'Por pagar impuestos', search: { estado_id: [DEED.signed] } },
            { label: 'En el Registro', search: { estado_id: [DEED.entered, DEED.defective] } },
            { label: 'Con defecto', search: { estado_id: [DEED.defective] } },
            { label: 'Todas', search: { todas: 1 } },
          ]}
          rowId={(deed) => deed.id}
          rowName={(deed) => `Escritura de ${deed.name}`}
          open={{
            link: (deed) => linkOptions({ to: '/oficina/escrituras/$id', params: { id: deed.id } }),
          }}
          searchLabel="Nombre, código o n.º de escritura"
          empty={
            <EmptyState
              title="No hay escrituras"
              text="Cada venta abre la suya cuando pasa a «En escritura»."
            />
          }
        />
      )}
      {days.opened && <DaysDrawer onClose={days.close} />}
      {rates.opened && <RatesDrawer onClose={rates.close} />}
    </>
  );
}
