import { linkOptions } from '@tanstack/react-router';
import { houseMargins, periodText, taxesDue } from '#contract/money/books/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { BooksSearch } from './booksSearch.ts';
import { useAtFilters } from './useAtFilters.ts';

const houseColumns: ColumnOf<typeof houseMargins>[] = [
  {
    key: 'lote',
    title: 'Lote',
    width: 200,
    phone: 'heading',
    render: (one) => <TwoLines first={one.lot} second={one.project.name} />,
  },
  { key: 'ingreso', title: 'Ingreso', width: 140, money: (one) => one.income, sum: true },
  { key: 'terreno', title: 'Terreno', width: 130, money: (one) => one.land, sum: true },
  { key: 'construccion', title: 'Construcción', width: 140, money: (one) => one.construction, sum: true },
  {
    key: 'infraestructura',
    title: 'Infraestructura',
    width: 140,
    money: (one) => one.infrastructure,
    sum: true,
  },
  { key: 'permisos', title: 'Permisos', width: 120, money: (one) => one.permits, sum: true },
  { key: 'comisiones', title: 'Comisiones', width: 130, money: (one) => one.commissions, sum: true },
  { key: 'otros', title: 'Otros', width: 120, money: (one) => one.other, sum: true },
  { key: 'margen', title: 'Margen', width: 140, money: (one) => one.margin, sum: true },
  {
    key: 'porcentaje',
    title: 'Margen %',
    width: 110,
    align: 'right',
    render: (one) => (one.margin_percent === null ? '—' : `${one.margin_percent.toFixed(1)} %`),
  },
  { key: 'proceso', title: 'En proceso', width: 140, money: (one) => one.in_progress, sum: true },
];

/** Cost and margin of each house. */
export function HousesTab({ search }: { search: BooksSearch }) {
  const list = useList(houseMargins, search);
  const filters = useAtFilters();
  const { libro_id, hasta } = search;
  return (
    <DataTable
      id="margen-por-vivienda"
      caption="Costo y margen por vivienda"
      list={list}
      columns={houseColumns}
      filters={filters}
      rowId={(one) => one.id}
      rowName={(one) => one.lot}
      open={{
        link: (one) =>
          linkOptions({
            to: '/oficina/diario',
            search: { libro_id, proyecto_id: one.project.id, hasta },
          }),
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
