import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { cashForecast, cashOutlook } from '#contract/money/cashForecast/endpoints.ts';
import type { CashRow } from '#contract/money/cashForecast/model.ts';
import {
  CASH_KINDS,
  CASH_KIND_NAMES,
  LINES,
  SPANS,
  type CashKind,
  type CashSide,
} from '#contract/money/cashForecast/rules.ts';
import { monthText, showDay } from '#contract/dates.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { CashChart } from './CashChart.tsx';
import { useOfFilters } from '../books/useAtFilters.ts';
import { choicesOf, type CashSearch } from './cashSearch.ts';
import { Outlook } from './Outlook.tsx';

const periodText = ({ from, to }: CashRow, monthly: boolean) =>
  monthly ? monthText(from.slice(0, 7)) : `${showDay(from).slice(0, 5)} al ${showDay(to)}`;

/** The movements behind a figure. */
const movesOf = (
  { libro_id, proyecto_id, linea }: CashSearch,
  { from, to }: CashRow,
  of: { clase?: CashKind; lado?: CashSide },
) =>
  linkOptions({
    to: '/oficina/flujo-de-caja',
    search: { ver: 'movimientos', libro_id, proyecto_id, linea, desde: from, hasta: to, ...of },
  });

interface FigureProps {
  search: CashSearch;
  row: CashRow;
  centavos: number;
  of: { clase?: CashKind; lado?: CashSide };
}
/** A figure opens its movements; nothing is shown for zero. */
function Figure({ search, row, centavos, of }: FigureProps) {
  if (centavos === 0) return null;
  return (
    <PageLink {...movesOf(search, row, of)} c="inherit">
      <MoneyText centavos={centavos} />
    </PageLink>
  );
}

const BALANCES = {
  esperada: 'Saldo esperado',
  pesimista: 'Saldo pesimista',
  optimista: 'Saldo optimista',
} as const;

/** A balance below zero is red. */
const Balance = ({ centavos }: { centavos: number }) => (
  <MoneyText centavos={centavos} {...(centavos < 0 && { c: 'var(--state-negative-text)', fw: 600 })} />
);

function columnsOf(search: CashSearch, rows: readonly CashRow[]): ColumnOf<typeof cashForecast>[] {
  const used = CASH_KIND_NAMES.filter((name) => rows.some(({ kinds }) => kinds[name]));
  const figure = (row: CashRow, centavos: number, of: FigureProps['of']) => (
    <Figure search={search} row={row} centavos={centavos} of={of} />
  );
  return [
    {
      key: 'desde',
      title: 'Período',
      width: 180,
      phone: 'heading',
      render: (row) => periodText(row, (search.por ?? 'mes') === 'mes'),
    },
    {
      key: 'entra',
      title: 'Entra',
      width: 140,
      align: 'right',
      render: (row) => figure(row, row.entra, { lado: 'entra' }),
    },
    {
      key: 'sale',
      title: 'Sale',
      width: 140,
      align: 'right',
      render: (row) => figure(row, row.sale, { lado: 'sale' }),
    },
    {
      key: 'neto',
      title: 'Neto',
      width: 140,
      align: 'right',
      render: (row) => <Balance centavos={row.neto} />,
    },
    ...(Object.keys(BALANCES) as (keyof typeof BALANCES)[]).map((line) => ({
      key: line,
      title: BALANCES[line],
      width: 150,
      align: 'right' as const,
      render: (row: CashRow) => <Balance centavos={row[line]} />,
    })),
    ...used.map((name) => ({
      key: name,
      title: CASH_KINDS[name].title,
      width: 150,
      align: 'right' as const,
      phone: 'hidden' as const,
      render: (row: CashRow) => figure(row, row.kinds[name] ?? 0, { clase: name }),
    })),
  ];
}

/** Where the cash is going: its lowest point, the three lines drawn, and the periods as a table. */
export function ForecastTab({ search }: { search: CashSearch }) {
  const list = useList(cashForecast, search);
  const filters = useOfFilters();
  const { libro_id, proyecto_id } = search;
  const of = { libro_id, proyecto_id };
  const outlook = useQuery(queryOf(cashOutlook, { query: of }));
  const weeks = useQuery(queryOf(cashForecast, { query: { ...of, por: 'semana' } }));
  return (
    <Stack gap="md">
      {outlook.data ? (
        <Outlook outlook={outlook.data.data} />
      ) : (
        <Skeleton height={120} aria-label="Cargando" />
      )}
      {weeks.data ? <CashChart weeks={weeks.data.data} /> : <Skeleton height={280} aria-label="Cargando" />}
      <DataTable<typeof cashForecast>
        id="flujo-de-caja"
        caption="Flujo de caja previsto"
        list={list}
        columns={columnsOf(search, list.rows)}
        filters={[
          ...filters,
          { key: 'por', label: 'Período', kind: 'one', choices: choicesOf(SPANS) },
          { key: 'linea', label: 'Línea', kind: 'one', choices: choicesOf(LINES) },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => periodText(row, (search.por ?? 'mes') === 'mes')}
        open={{ link: (row) => movesOf(search, row, {}) }}
        empty={<EmptyState title="Sin movimientos" text="Ningún registro mueve la caja con estos filtros." />}
      />
    </Stack>
  );
}
