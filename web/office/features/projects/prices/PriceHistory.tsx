import { useQuery } from '@tanstack/react-query';
import { priceHistory } from '#contract/projects/prices/endpoints.ts';
import type { PriceChange } from '#contract/projects/prices/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { pageAsked } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import type { PricesSearch } from './pricesSearch.ts';

const columns: Column<PriceChange>[] = [
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
    align: 'right',
    render: (one) => <MoneyText centavos={one.from_centavos} />,
  },
  {
    key: 'a',
    title: 'A',
    width: 140,
    align: 'right',
    render: (one) => <MoneyText centavos={one.to_centavos} />,
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

/** Every change of a price, the latest first. */
export function PriceHistory({
  search,
  onSearch,
}: {
  search: PricesSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}) {
  const query = useQuery(
    queryOf(priceHistory, { query: { ...pageAsked(priceHistory, search), proyecto_id: search.proyecto_id } }),
  );
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <DataTable
      id="historia-precios"
      caption="Historia de precios"
      query={query}
      columns={columns}
      filters={[
        {
          key: 'proyecto_id',
          label: 'Proyecto',
          kind: 'one',
          choices: projects.map(({ id, text }) => ({ value: id, label: text })),
        },
      ]}
      exporting={priceHistory}
      rowId={(one) => one.id}
      rowName={(one) => one.name}
      open={null}
      search={search}
      onSearch={onSearch}
      empty={
        <EmptyState title="Aún no cambió ningún precio" text="Cada cambio queda aquí, con quién y por qué." />
      }
    />
  );
}
