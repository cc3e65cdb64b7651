import { linkOptions } from '@tanstack/react-router';
import { listPromises } from '#contract/legal/promises/endpoints.ts';
import { PROMISE, PROMISE_STATES } from '#contract/legal/promises/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { FilterOf } from '#web/office/ui/table/types.ts';
import { promiseColumns, TURN_WORDS } from './promiseColumns.tsx';
import type { PromisesSearch } from './promisesSearch.ts';

/** The promises of all sales, with whose turn each is. */
export function PromisesPage({ search }: { search: PromisesSearch }) {
  const list = useList(listPromises, search);
  const writes = useCan('legal.crear');
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const staff = useOptions(queryOf(listSaleStaff));
  const filters: FilterOf<typeof listPromises>[] = [
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'many',
      choices: Object.entries(PROMISE_STATES).map(([id, label]) => ({ value: Number(id), label })),
    },
    {
      key: 'turno',
      label: 'Le toca a',
      kind: 'one',
      choices: [
        ...(writes ? [{ value: 'mio', label: 'Tu turno' }] : []),
        ...Object.entries(TURN_WORDS).map(([value, label]) => ({ value, label })),
      ],
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    {
      key: 'abogado_id',
      label: 'Abogado',
      kind: 'one',
      choices: [
        { value: 0, label: 'Sin abogado' },
        ...staff.filter((one) => one.lawyer).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ];
  return (
    <>
      <PageHeader title="Promesas" count={list.total} />
      <DataTable
        id="promesas"
        caption="Promesas"
        list={list}
        columns={promiseColumns}
        filters={filters}
        views={[
          ...(writes ? [{ label: 'Tu turno', search: { turno: 'mio' as const } }] : []),
          { label: 'En firma', search: { estado_id: [PROMISE.signing] } },
          { label: 'Por aprobar', search: { estado_id: [PROMISE.inReview] } },
          { label: 'Rechazadas', search: { estado_id: [PROMISE.rejected] } },
          { label: 'Firmadas', search: { estado_id: [PROMISE.signed] } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.code}, ${one.customer}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/promesas/$id', params: { id: one.id } }) }}
        searchLabel="Código, cliente, celular o cédula"
        empty={
          <EmptyState
            title="Aún no hay promesas"
            text="Una promesa se genera desde la página de su venta, cuando el expediente está completo."
          />
        }
      />
    </>
  );
}
