import { priceHistory } from '#contract/projects/prices/endpoints.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { PricesSearch } from './pricesSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof priceHistory>[] = [
  {
    key: 'que',
    title: 'Qué',
    width: 240,
    phone: 'heading',
    render: (one) => `${one.target === 'model' ? 'Modelo' : 'Lote'} ${one.name} · ${one.project}`,
  },
  {
    key: 'de',
    title: 'De',
    width: 140,
    money: (one) => one.from_centavos,
  },
  {
    key: 'a',
    title: 'A',
    width: 140,
    money: (one) => one.to_centavos,
  },
  {
    key: 'cuando',
    title: 'Cuándo',
    width: 160,
    sortable: true,
    render: (one) => <DateText instant={one.at} />,
  },
  { key: 'quien', title: 'Quién', width: 180, render: (one) => one.by },
  { key: 'motivo', title: 'Por qué', width: 260, render: (one) => one.reason },
];

/** All changes of prices, newest first. */
export function PriceHistory({ search }: { search: PricesSearch }) {
  const list = useList(priceHistory, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <DataTable
      id="historia-precios"
      caption="Historia de precios"
      list={list}
      columns={columns}
      filters={[
        {
          key: 'proyecto_id',
          label: 'Proyecto',
          kind: 'one',
          choices: projects.map(({ id, text }) => ({ value: id, label: text })),
        },
      ]}
      rowId={(one) => one.id}
      rowName={(one) => one.name}
      open={null}
      empty={
        <EmptyState title="Aún no cambió ningún precio" text="Cada cambio queda aquí, con quién y por qué." />
      }
    />
  );
}
