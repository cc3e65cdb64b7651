import { isOnDesk } from '#contract/sales/sale/turn.ts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listSales, listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import type { SaleRow } from '#contract/sales/sale/model.ts';
import { FINISHED_STATES, IN_PROGRESS, SALE } from '#contract/sales/sale/rules.ts';
import { precontractStates } from '#contract/company/catalogs/salesLists.ts';
import { allRows, BULK_MAX, type BulkOutcome } from '#web/office/lib/bulk.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan, useUser } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { BulkAction, FilterOf } from '#web/office/ui/table/types.ts';
import { useBulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { BulkAssign } from '#web/office/features/sales/workers/BulkAssign.tsx';
import { ReassignDrawer } from '#web/office/features/sales/workers/ReassignDrawer.tsx';
import { houseOfWord } from '#web/office/features/projects/projects/startHouse.ts';
import { NewSaleDrawer } from './NewSaleDrawer.tsx';
import { AssignFromList } from '#web/office/features/sales/workers/AssignFromList.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { SalePeek } from './SalePeek.tsx';
import { saleColumns } from './saleColumns.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import type { SalesSearch } from './salesSearch.ts';
import { myTurns, TURN_CHOICES } from './turns.ts';
import { linkOptions } from '@tanstack/react-router';
import { asks, useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** The first tab and the last one: with the drafts they are all sales. */
const OPEN = [...IN_PROGRESS];
const FINISHED = [...FINISHED_STATES];

/** The sales that the user may see, with their age and turn. */
export function SalesPage({ search }: { search: SalesSearch }) {
  const user = useUser();
  const mayCreate = useCan('ventas.crear');
  const mayPass = useCan('ventas.aprobar');
  const creating = useDrawer('nuevo');
  const peeking = useDrawer('ver');
  const passingOn = useDrawer('procesador');
  const advising = useDrawer('asesor');
  const adviser = useBulkForm<SaleRow>();
  const [passing, setPassing] = useState<Parameters<typeof BulkAssign>[0] | null>(null);
  const list = useList(listSales, search);
  const states = useOptions(queryOf(precontractStates.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const staff = useOptions(queryOf(listSaleStaff));
  const turns = myTurns(user);
  const counts = new Map(list.query.data?.meta.states.map(({ state_id, total }) => [state_id, total]));
  const totalOf = (ids: readonly number[]) => ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  const people = (kind: 'processor' | 'adviser') => [
    { value: 0, label: kind === 'processor' ? 'Sin procesador' : 'Sin asesor' },
    ...staff.filter((one) => one[kind]).map(({ id, name }) => ({ value: id, label: name })),
  ];

  const filters: FilterOf<typeof listSales>[] = [
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'many',
      choices: states.map(({ id, name }) => ({
        value: id,
        label: counts.get(id) ? `${name} (${counts.get(id)})` : name,
      })),
    },
    {
      key: 'turno',
      label: 'Turno',
      kind: 'one',
      choices: TURN_CHOICES,
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    { key: 'procesador_id', label: 'Procesador', kind: 'one', choices: people('processor') },
    { key: 'asesor_id', label: 'Asesor', kind: 'one', choices: people('adviser') },
    { key: 'recibida_desde', label: 'Recibida desde', kind: 'day' },
    { key: 'recibida_hasta', label: 'Recibida hasta', kind: 'day' },
    { key: 'mias', label: 'Solo las mías', kind: 'flag' },
  ];
  const pass: BulkAction<SaleRow> = {
    label: 'Cambiar de procesador',
    whyNot: () => null,
    takesAll: true,
    run: (rows, { all, total }) =>
      new Promise<readonly BulkOutcome[] | null>((done) => {
        setPassing({
          count: all ? Math.min(total, BULK_MAX) : rows.length,
          load: async () => (all ? allRows(listSales, { query: asks(listSales, search) }) : rows),
          onDone: (outcomes) => {
            setPassing(null);
            done(outcomes);
          },
        });
      }),
  };
  return (
    <>
      <PageHeader
        title="Pre-contratos"
        count={list.total}
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
              Nuevo pre-contrato
            </Button>
          )
        }
      />
      <DataTable
        id="precontratos"
        caption="Pre-contratos"
        list={list}
        columns={saleColumns({
          mine: (sale) => isOnDesk(turns, sale),
          onPeek: ({ id }) => peeking.open(id),
          onAssign: mayPass ? ({ id }, kind) => (kind === 'processor' ? passingOn : advising).open(id) : null,
        })}
        filters={filters}
        views={[
          { label: `En curso · ${totalOf(OPEN)}`, search: { estado_id: OPEN } },
          ...(turns.length > 0 ? [{ label: 'Tu turno', search: { turno: 'mio' as const } }] : []),
          {
            label: `Recibidos · ${totalOf([SALE.received])}`,
            search: { estado_id: [SALE.received], order_column: 'state_since', order_type: 'asc' },
          },
          { label: `En revisión · ${totalOf([SALE.inReview])}`, search: { estado_id: [SALE.inReview] } },
          {
            label: `Esperan documentos · ${totalOf([SALE.papersMissing])}`,
            search: { estado_id: [SALE.papersMissing] },
          },
          { label: `Completos · ${totalOf([SALE.complete])}`, search: { estado_id: [SALE.complete] } },
          { label: `Terminados · ${totalOf(FINISHED)}`, search: { estado_id: FINISHED } },
        ]}
        {...(mayPass && {
          bulk: [pass, { label: 'Asignar asesor', whyNot: () => null, run: adviser.run }],
        })}
        rowId={(sale) => sale.id}
        rowName={saleName}
        open={{ link: (sale) => linkOptions({ to: '/oficina/ventas/$id', params: { id: sale.id } }) }}
        searchLabel="Nombre, cédula, celular o código"
        empty={
          <EmptyState
            title="Aún no hay pre-contratos"
            text="Aparecen aquí cuando un comprador envía su formulario, o cuando creas uno en la oficina."
            action={mayCreate ? <Button onClick={() => creating.open()}>Nuevo pre-contrato</Button> : null}
          />
        }
      />
      {peeking.id !== null && (
        <SalePeek
          id={peeking.id}
          beside={besideOf(list.rows, peeking.id, peeking.open)}
          onClose={peeking.close}
        />
      )}
      {passingOn.id !== null && (
        <AssignFromList kind="processor" id={passingOn.id} onClose={passingOn.close} />
      )}
      {advising.id !== null && <AssignFromList kind="adviser" id={advising.id} onClose={advising.close} />}
      {passing && <BulkAssign {...passing} />}
      {adviser.open && <ReassignDrawer kind="asesor" {...adviser.open} />}
      {mayCreate && creating.opened && (
        <NewSaleDrawer starts={houseOfWord(creating.word)} onClose={creating.close} />
      )}
    </>
  );
}
