import { formatMoney, formatPercent } from '#contract/money.ts';
import { listIncreases } from '#contract/projects/prices/endpoints.ts';
import type { Increase } from '#contract/projects/prices/model.ts';
import { INCREASE_STATES } from '#contract/projects/prices/rules.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { IncreaseDetail } from './IncreaseDetail.tsx';
import type { PricesSearch } from './pricesSearch.ts';
import { useList } from '#web/office/lib/list.ts';

/** "+3.00%" or "+USD 1,500.00". */
export const ruleText = ({ percent, amount_centavos }: Pick<Increase, 'percent' | 'amount_centavos'>) => {
  const value = percent ?? amount_centavos ?? 0;
  const text = percent === null ? formatMoney(amount_centavos ?? 0) : formatPercent(percent);
  return value > 0 ? `+${text}` : text;
};

const columns: ColumnOf<typeof listIncreases>[] = [
  {
    key: 'motivo',
    title: 'Aumento',
    width: 260,
    phone: 'heading',
    sortable: true,
    render: (one) => one.reason,
  },
  {
    key: 'dia',
    title: 'Desde',
    width: 120,
    sortable: true,
    render: (one) => <DateText day={one.effective_on} />,
  },
  { key: 'estado', title: 'Estado', width: 120, render: (one) => INCREASE_STATES[one.state] },
  {
    key: 'cuanto',
    title: 'Cuánto',
    width: 150,
    render: (one) => <span className="figures">{ruleText(one)}</span>,
  },
  {
    key: 'precios',
    title: 'Precios',
    width: 90,
    align: 'right',
    sortable: true,
    render: (one) => one.prices,
  },
  { key: 'quien', title: 'Preparó', width: 180, sortable: true, render: (one) => one.by },
];

/** Dated increases. A row opens with its prices before → after. */
export function Increases({
  search,
  onSearch,
}: {
  search: PricesSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}) {
  const list = useList(listIncreases, search);
  return (
    <>
      <DataTable
        id="aumentos"
        caption="Aumentos"
        list={list}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => one.reason}
        open={{ show: (one) => onSearch({ aumento: one.id }) }}
        empty={
          <EmptyState
            title="Aún no hay aumentos"
            text="Se preparan para un día y se confirman antes de que llegue."
          />
        }
      />
      {search.aumento !== undefined && (
        <IncreaseDetail
          id={search.aumento}
          onClose={() => onSearch({ aumento: undefined })}
          beside={besideOf(list.rows, search.aumento, (id) => onSearch({ aumento: id }))}
        />
      )}
    </>
  );
}
