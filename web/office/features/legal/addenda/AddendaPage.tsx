import { Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { listAddenda } from '#contract/legal/addenda/endpoints.ts';
import {
  ADDENDUM,
  ADDENDUM_KIND_NAMES,
  ADDENDUM_KINDS,
  ADDENDUM_STATES,
} from '#contract/legal/addenda/rules.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import type { AddendaSearch } from './addendaSearch.ts';

const columns: ColumnOf<typeof listAddenda>[] = [
  { key: 'id', title: 'Adenda', sortable: true, width: 140, render: (one) => one.code },
  {
    key: 'cliente',
    title: 'Cliente',
    width: 200,
    phone: 'heading',
    render: (one) => `${one.customer}${one.sale.code ? ` · ${one.sale.code}` : ''}`,
  },
  { key: 'tipo', title: 'Tipo', width: 160, render: (one) => ADDENDUM_KINDS[one.kind] },
  { key: 'cambio', title: 'Lo que cambia', width: 250, render: (one) => <Effect text={one.effect} /> },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (one) => <StatePill catalog="addendum" state={one.state} />,
  },
  {
    key: 'state_since',
    title: 'Desde',
    sortable: true,
    width: 110,
    render: (one) => <DateText instant={one.state_since} dayOnly />,
  },
  { key: 'abogado', title: 'Abogado', width: 140, render: (one) => one.lawyer?.name ?? 'Sin asignar' },
];

/** A cession changes a lot; the whole of it is on its page. */
const Effect = ({ text }: { text: string }) => (
  <Text inherit lineClamp={3}>
    {text}
  </Text>
);

/** The addenda of all sales. */
export function AddendaPage({ search }: { search: AddendaSearch }) {
  const list = useList(listAddenda, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const filters: FilterOf<typeof listAddenda>[] = [
    {
      key: 'estado_id',
      label: 'Estado',
      kind: 'many',
      choices: Object.entries(ADDENDUM_STATES).map(([id, label]) => ({ value: Number(id), label })),
    },
    {
      key: 'tipo',
      label: 'Tipo',
      kind: 'one',
      choices: ADDENDUM_KIND_NAMES.map((value) => ({ value, label: ADDENDUM_KINDS[value] })),
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
  ];
  return (
    <>
      <PageHeader title="Adendas" count={list.total} />
      <DataTable
        id="adendas"
        caption="Adendas"
        list={list}
        columns={columns}
        filters={filters}
        views={[
          { label: 'Por enviar', search: { estado_id: [ADDENDUM.draft, ADDENDUM.inReview] } },
          { label: 'En firma', search: { estado_id: [ADDENDUM.signing] } },
          { label: 'Rechazadas', search: { estado_id: [ADDENDUM.rejected] } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.code}, ${one.customer}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/adendas/$id', params: { id: one.id } }) }}
        searchLabel="Código, cliente, celular o cédula"
        empty={
          <EmptyState
            title="Aún no hay adendas"
            text="Una adenda cambia una promesa firmada. Se empieza en la página de la venta, en Promesa."
          />
        }
      />
    </>
  );
}
