import { isOnDesk } from '#contract/sales/sale/turn.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { useNarrow } from '#web/office/lib/useNarrow.ts';
import { lazy, Suspense, useState } from 'react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import type { BoardRow } from '#contract/sales/board/board.ts';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan, useUser } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import type { BulkAction } from '#web/office/ui/table/types.ts';
import { useBulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { boardColumns } from './boardColumns.tsx';
import { useBoardFilters } from './boardFilters.ts';
import type { BoardSearch } from './boardSearch.ts';
import { CustomerActionDrawer } from '#web/office/features/sales/sale/CustomerActionDrawer.tsx';
import { ReassignDrawer } from '#web/office/features/sales/workers/ReassignDrawer.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { StageDrawer } from './StageDrawer.tsx';
import { StageTimesDrawer } from './StageTimesDrawer.tsx';
import { myTurns } from '#web/office/features/sales/sale/turns.ts';
import { CellKey } from './CellKey.tsx';
import { CellWords } from './CellWords.tsx';
import { walkCells } from './walkCells.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

// Lazy, because it brings the drag-and-drop library.
const StatesBoard = lazy(() => import('./StatesBoard.tsx').then((file) => ({ default: file.StatesBoard })));

/** The follow-up board: one row per sale with its twelve stages, or one column per state. */
export function BoardPage({ search }: { search: BoardSearch }) {
  const user = useUser();
  const mayPass = useCan('ventas.aprobar');
  const mayNote = useCan('ventas.editar');
  const patch = usePatchSearch();
  const narrow = useNarrow();
  const byState = search.ver === 'estados';
  const list = useList(listBoard, search, { enabled: !byState });
  const filters = useBoardFilters(useOptions(queryOf(listProjectOptions, {})));
  const turns = myTurns(user);
  const today = useToday();
  const processing = useBulkForm<BoardRow>();
  const advising = useBulkForm<BoardRow>();
  const [noting, setNoting] = useState<BoardRow | null>(null);
  const times = useDrawer('tiempos');

  const note: BulkAction<BoardRow> = {
    label: 'Anotar acción del cliente',
    whyNot: (rows) => (rows.length === 1 ? null : 'Elige una sola venta.'),
    run: (rows) => setNoting(rows[0] ?? null),
  };
  const columns = boardColumns({
    narrow,
    today,
    mine: (row) => isOnDesk(turns, row),
    onCell: (row, stage) => patch({ venta: row.id, tarjeta: stage }),
  });
  const open = list.rows.find(({ id }) => id === search.venta);
  return (
    <>
      <PageHeader
        title="Tablero"
        count={byState ? null : list.total}
        actions={
          <>
            <SegmentedControl
              aria-label="Cómo se ve el tablero"
              value={byState ? 'estados' : 'etapas'}
              onChange={(ver) => patch({ ver: ver === 'estados' ? 'estados' : undefined })}
              data={[
                { value: 'etapas', label: 'Por etapas' },
                { value: 'estados', label: 'Por estado' },
              ]}
            />
            <Button variant="default" onClick={() => times.open()}>
              Tiempos normales
            </Button>
          </>
        }
      />
      {byState ? (
        <Suspense fallback={<PendingPage />}>
          <StatesBoard search={search} filters={filters.filter(({ key }) => key !== 'estado_id')} />
        </Suspense>
      ) : (
        // Arrow keys move between cells; each cell is a button.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div onKeyDown={walkCells}>
          <CellWords>
            <DataTable
              id="tablero"
              sheet
              caption="Tablero de seguimiento"
              list={list}
              columns={columns}
              filters={filters}
              views={[
                { label: 'En curso', search: {} },
                { label: 'Vencidas', search: { vencidas: 1 } },
                ...(turns.length > 0 ? [{ label: 'Tu turno', search: { turno: 'mio' as const } }] : []),
                { label: 'Las mías', search: { mias: 1 } },
                { label: 'Rechazadas por bancos', search: { estado_id: [SALE.rejectedByBanks] } },
              ]}
              {...((mayPass || mayNote) && {
                bulk: [
                  ...(mayNote ? [note] : []),
                  ...(mayPass
                    ? [
                        { label: 'Cambiar de procesador', whyNot: () => null, run: processing.run },
                        { label: 'Asignar asesor', whyNot: () => null, run: advising.run },
                      ]
                    : []),
                ],
              })}
              rowId={(row) => row.id}
              rowName={saleName}
              open={{ link: (row) => linkOptions({ to: '/oficina/ventas/$id', params: { id: row.id } }) }}
              searchLabel="Nombre, cédula, celular o código"
              empty={
                <EmptyState
                  title="No hay ventas en curso"
                  text="Aparecen aquí cuando se recibe un pre-contrato, con sus doce etapas."
                  action={null}
                />
              }
            />
          </CellWords>
          <CellKey />
        </div>
      )}
      {search.venta !== undefined && search.tarjeta !== undefined && (
        <StageDrawer
          saleId={search.venta}
          stage={search.tarjeta}
          name={open?.name ?? null}
          onStage={(tarjeta) => patch({ tarjeta })}
          onClose={() => patch({ venta: undefined, tarjeta: undefined })}
        />
      )}
      {processing.open && <ReassignDrawer kind="procesador" {...processing.open} />}
      {advising.open && <ReassignDrawer kind="asesor" {...advising.open} />}
      {noting && (
        <CustomerActionDrawer saleId={noting.id} name={noting.name} onClose={() => setNoting(null)} />
      )}
      {times.opened && <StageTimesDrawer mayEdit={mayPass} onClose={times.close} />}
    </>
  );
}
