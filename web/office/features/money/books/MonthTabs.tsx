import { addDays, panamaDay } from '#contract/dates.ts';
import { cashFlow, incomeStatement } from '#contract/money/books/endpoints.ts';
import type { MonthsRow } from '#contract/money/books/model.ts';
import { MONTHS } from '#contract/money/books/rules.ts';
import { firstDayOf, nextPeriod } from '#contract/money/ledger/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BooksSearch } from './booksSearch.ts';
import { Figure, RowName } from './Figure.tsx';
import { useAtFilters } from './useAtFilters.ts';

/** The columns of a statement by months: those of the year up to the last day. */
function monthColumns(search: BooksSearch): (ColumnOf<typeof incomeStatement> & ColumnOf<typeof cashFlow>)[] {
  const until = search.hasta ?? panamaDay(new Date());
  const year = Number(until.slice(0, 4));
  const figure = (one: MonthsRow, centavos: number, desde: string, hasta: string) => (
    <Figure centavos={centavos} account={one.account} search={search} desde={desde} hasta={hasta} />
  );
  const months = MONTHS.slice(0, Number(until.slice(5, 7))).map((title, at) => {
    const period = year * 100 + at + 1;
    const end = addDays(firstDayOf(nextPeriod(period)), -1);
    return {
      key: `mes_${at + 1}` as const,
      title,
      width: 130,
      align: 'right' as const,
      render: (one: MonthsRow) =>
        figure(one, one.months[at] ?? 0, firstDayOf(period), end < until ? end : until),
    };
  });
  return [
    {
      key: 'cuenta',
      title: 'Cuenta',
      width: 300,
      phone: 'heading',
      render: (one) => <RowName kind={one.kind} name={[one.code, one.name].filter(Boolean).join(' ')} />,
    },
    {
      key: 'total',
      title: 'Total',
      width: 140,
      align: 'right',
      render: (one) => figure(one, one.total, `${year}-01-01`, until),
    },
    {
      key: 'antes',
      title: 'Año anterior',
      width: 140,
      align: 'right',
      render: (one) =>
        figure(
          one,
          one.before,
          `${year - 1}-01-01`,
          `${year - 1}${until.slice(4).replace('-02-29', '-02-28')}`,
        ),
    },
    ...months,
  ];
}

/** Income statement by months. */
export function IncomeTab({ search }: { search: BooksSearch }) {
  const list = useList(incomeStatement, search);
  const filters = useAtFilters();
  return (
    <DataTable<typeof incomeStatement>
      id="estado-de-resultados"
      caption="Estado de resultados"
      list={list}
      columns={monthColumns(search)}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.name}
      open={null}
      empty={<EmptyState title="Sin movimientos" text="Ninguna cuenta tiene líneas con estos filtros." />}
    />
  );
}

/** Cash flow by months. */
export function CashTab({ search }: { search: BooksSearch }) {
  const list = useList(cashFlow, search);
  const filters = useAtFilters();
  return (
    <DataTable<typeof cashFlow>
      id="flujo-de-efectivo"
      caption="Flujo de efectivo"
      list={list}
      columns={monthColumns(search)}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.name}
      open={null}
      empty={<EmptyState title="Sin movimientos" text="Nada entró ni salió de caja y bancos." />}
    />
  );
}
