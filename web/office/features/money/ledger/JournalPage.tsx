import { Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, addMonths } from '#contract/dates.ts';
import { listEntries } from '#contract/money/ledger/endpoints.ts';
import { ENTRY_KINDS, SOURCE_RECORDS, type EntryRow } from '#contract/money/ledger/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { JournalSearch } from './ledgerSearch.ts';
import { useBooks } from './useBooks.ts';

const columns: ColumnOf<typeof listEntries>[] = [
  {
    key: 'numero',
    title: 'Número',
    sortable: true,
    width: 130,
    phone: 'heading',
    render: (one) => <span className="figures">{one.number}</span>,
  },
  { key: 'dia', title: 'Fecha', sortable: true, width: 120, render: (one) => <DateText day={one.day} /> },
  {
    key: 'descripcion',
    title: 'Descripción',
    width: 320,
    render: (one) => <TwoLines first={one.description} second={one.source.name} />,
  },
  { key: 'monto', title: 'Monto', width: 140, money: (one) => one.centavos },
  { key: 'registro', title: 'Estado', width: 130, render: (one) => <Standing entry={one} /> },
  { key: 'empresa', title: 'Empresa', width: 230, render: (one) => one.book.name },
  {
    key: 'ocurrio',
    title: 'Ocurrió el',
    width: 120,
    render: (one) =>
      one.occurred_on === one.day ? <Text c="dimmed" size="sm">El mismo día</Text> : <DateText day={one.occurred_on} />, // prettier-ignore
  },
  {
    key: 'clase',
    title: 'Clase',
    width: 180,
    startsHidden: true,
    render: (one) => ENTRY_KINDS[one.kind],
  },
];

/** Whether an entry stands, was reversed, or is the reverse of another one. */
export function Standing({ entry }: { entry: Pick<EntryRow, 'reversed' | 'reverses'> }) {
  if (entry.reverses) return <StatePill tone="attention" label="Reverso" />;
  if (entry.reversed) return <StatePill tone="neutral" label="Reversado" />;
  return <StatePill tone="positive" label="En libros" />;
}

/** The journal: every entry of the books, the newest first. */
export function JournalPage({ search }: { search: JournalSearch }) {
  const today = useToday();
  const list = useList(listEntries, search);
  const books = useBooks();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  const month = `${today.slice(0, 7)}-01`;
  return (
    <>
      <PageHeader
        title="Diario"
        count={list.total}
        text="Los asientos que dejan los registros y los comprobantes. Nada se edita: solo se reversa."
      />
      <DataTable
        id="diario"
        caption="Diario"
        list={list}
        columns={columns}
        filters={[
          { key: 'libro_id', label: 'Empresa', kind: 'one', choices: books },
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
          {
            key: 'registro',
            label: 'Registro',
            kind: 'one',
            choices: Object.entries(SOURCE_RECORDS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'cuenta_id',
            label: 'Cuenta',
            kind: 'one',
            choices: accounts.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'clase',
            label: 'Clase',
            kind: 'one',
            choices: Object.entries(ENTRY_KINDS).map(([value, label]) => ({ value, label })),
          },
        ]}
        views={[
          { label: 'Este mes', search: { desde: month } },
          { label: 'Mes anterior', search: { desde: addMonths(month, -1), hasta: addDays(month, -1) } },
          { label: 'Comprobantes', search: { registro: 'comprobante_diario' } },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Asiento ${one.number}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/diario/$id', params: { id: one.id } }) }}
        searchLabel="Número o descripción"
        empty={
          <EmptyState
            title="Aún no hay asientos"
            text="Se escriben solos cuando se confirma un pago, se aprueba una cuenta o se recibe un material."
          />
        }
      />
    </>
  );
}
