import { linkOptions } from '@tanstack/react-router';
import { houseMargins, periodText, taxesDue } from '#contract/money/books/endpoints.ts';
import type { HouseRow } from '#contract/money/books/model.ts';
import { HOUSE_FIGURES, type HouseFigure } from '#contract/money/ledger/model.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BooksSearch } from './booksSearch.ts';
import { useAtFilters } from './useAtFilters.ts';

/** A figure of a house: opens its lines. */
function HouseCell({ house, name, cents, search }: HouseCellProps) {
  if (cents === 0) return null;
  return (
    <PageLink
      to="/oficina/cuentas/mayor"
      search={{ lote_id: house.id, cifra: name, libro_id: search.libro_id, hasta: search.hasta }}
      inherit
      c="inherit"
    >
      <MoneyText centavos={cents} />
    </PageLink>
  );
}
interface HouseCellProps {
  house: HouseRow;
  name: HouseFigure;
  cents: number;
  search: BooksSearch;
}

const FIGURES: readonly [name: HouseFigure, width: number, cents: (one: HouseRow) => number][] = [
  ['ingreso', 140, (one) => one.income],
  ['terreno', 130, (one) => one.land],
  ['construccion', 140, (one) => one.construction],
  ['infraestructura', 140, (one) => one.infrastructure],
  ['permisos', 120, (one) => one.permits],
  ['comisiones', 130, (one) => one.commissions],
  ['otros', 120, (one) => one.other],
  ['margen', 140, (one) => one.margin],
  ['proceso', 140, (one) => one.in_progress],
];

const houseColumns = (search: BooksSearch): ColumnOf<typeof houseMargins>[] => [
  {
    key: 'lote',
    title: 'Lote',
    width: 200,
    phone: 'heading',
    render: (one) => <TwoLines first={one.lot} second={one.project.name} />,
  },
  ...FIGURES.map(([key, width, cents]): ColumnOf<typeof houseMargins> => ({
    key,
    title: HOUSE_FIGURES[key].title,
    width,
    align: 'right',
    render: (one) => <HouseCell house={one} name={key} cents={cents(one)} search={search} />,
  })),
  {
    key: 'porcentaje',
    title: 'Margen %',
    width: 110,
    align: 'right',
    render: (one) => (one.margin_percent === null ? '—' : `${one.margin_percent.toFixed(1)} %`),
  },
];

/** Cost and margin of each house: each figure opens its lines, the row those of all of them. */
export function HousesTab({ search }: { search: BooksSearch }) {
  const list = useList(houseMargins, search);
  const filters = useAtFilters();
  const { libro_id, hasta } = search;
  return (
    <DataTable
      id="margen-por-vivienda"
      caption="Costo y margen por vivienda"
      list={list}
      columns={houseColumns(search)}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.lot}
      open={{
        link: (one) =>
          linkOptions({ to: '/oficina/cuentas/mayor', search: { lote_id: one.id, libro_id, hasta } }),
      }}
      empty={<EmptyState title="Sin viviendas" text="Ninguna línea de los libros nombra una vivienda." />}
    />
  );
}

const taxColumns: ColumnOf<typeof taxesDue>[] = [
  { key: 'impuesto', title: 'Impuesto', width: 220, phone: 'heading', render: (one) => one.tax },
  { key: 'mes', title: 'Mes', width: 160, render: (one) => periodText(one.period) },
  {
    key: 'vence',
    title: 'Vence',
    width: 140,
    render: (one) => (one.due_on ? <DateText day={one.due_on} /> : 'Con cada escritura'),
  },
  { key: 'causado', title: 'Causado', width: 150, money: (one) => one.generated },
  { key: 'credito', title: 'Crédito fiscal', width: 150, money: (one) => one.lowered },
  { key: 'debe', title: 'Por pagar', width: 150, money: (one) => one.owed, sum: true },
];

/** Taxes by month: a row opens the account's ledger of its month. */
export function TaxesTab({ search }: { search: BooksSearch }) {
  const list = useList(taxesDue, search);
  const filters = useAtFilters();
  const { libro_id, proyecto_id, hasta } = search;
  return (
    <DataTable
      id="impuestos-por-pagar"
      caption="Impuestos por pagar"
      list={list}
      columns={taxColumns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => `${one.tax}, ${periodText(one.period)}`}
      open={{
        link: (one) =>
          linkOptions({
            to: '/oficina/cuentas/mayor',
            search: { cuenta_id: one.account, libro_id, proyecto_id, hasta },
          }),
      }}
      empty={<EmptyState title="Sin impuestos" text="Los libros no tienen impuestos por pagar." />}
    />
  );
}
