import { Group, Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { listLedger, sumLedger } from '#contract/money/ledger/endpoints.ts';
import { HOUSE_FIGURE_NAMES, HOUSE_FIGURES } from '#contract/money/ledger/model.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList, useSums } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { LedgerSearch } from './ledgerSearch.ts';
import { useBooks } from './useBooks.ts';

const columns: ColumnOf<typeof listLedger>[] = [
  { key: 'dia', title: 'Fecha', sortable: true, width: 120, render: (one) => <DateText day={one.day} /> },
  {
    key: 'descripcion',
    title: 'Descripción',
    width: 320,
    phone: 'heading',
    render: (one) => <TwoLines first={one.description} second={`Asiento ${one.entry.number}`} />,
  },
  { key: 'debe', title: 'Debe', width: 140, money: (one) => one.debit || null },
  { key: 'haber', title: 'Haber', width: 140, money: (one) => one.credit || null },
  { key: 'saldo', title: 'Saldo', width: 150, money: (one) => one.balance },
  { key: 'proyecto', title: 'Proyecto', width: 180, render: (one) => one.project?.name ?? '—' },
  { key: 'lote', title: 'Lote', width: 100, render: (one) => one.lot?.name ?? '—' },
  { key: 'empresa', title: 'Empresa', width: 220, startsHidden: true, render: (one) => one.book.name },
];

/** The ledger of one account: its lines by day, each with the balance after it. */
export function LedgerPage({ search }: { search: LedgerSearch }) {
  const list = useList(listLedger, search);
  const sums = useSums(sumLedger, list);
  const books = useBooks();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const accounts = useOptions(queryOf(accountingAccounts.list, {}));
  // The lot of a house whose figure was opened: only its own lines are here.
  const lot = list.rows.find((one) => one.lot?.id === search.lote_id)?.lot;
  const lots = lot ? [{ value: lot.id, label: lot.name }] : [];
  const account = accounts.find(({ id }) => id === search.cuenta_id);
  return (
    <>
      <PageHeader
        title={
          account?.name ??
          (search.cifra
            ? `${HOUSE_FIGURES[search.cifra].title} de ${lot ? `la vivienda ${lot.name}` : 'una vivienda'}`
            : 'Mayor')
        }
        count={list.total}
        text="Las líneas de la cuenta por día, cada una con el saldo que deja."
      />
      {sums && (
        <Group gap="lg" mb="md">
          <Sum label="Saldo inicial" cents={sums.inicial} />
          <Sum label="Debe" cents={sums.debe} />
          <Sum label="Haber" cents={sums.haber} />
          <Sum label="Saldo final" cents={sums.final} strong />
        </Group>
      )}
      <DataTable
        id="mayor"
        caption="Mayor"
        list={list}
        sums={sums}
        columns={columns}
        filters={[
          {
            key: 'cuenta_id',
            label: 'Cuenta',
            kind: 'one',
            choices: accounts.map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'libro_id', label: 'Empresa', kind: 'one', choices: books },
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          { key: 'lote_id', label: 'Vivienda', kind: 'one', choices: lots },
          {
            key: 'cifra',
            label: 'Cifra de la vivienda',
            kind: 'one',
            choices: HOUSE_FIGURE_NAMES.map((name) => ({ value: name, label: HOUSE_FIGURES[name].title })),
          },
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `Asiento ${one.entry.number}`}
        open={{ link: (one) => linkOptions({ to: '/oficina/diario/$id', params: { id: one.entry.id } }) }}
        empty={<EmptyState title="Sin movimientos" text="Esta cuenta no tiene líneas con estos filtros." />}
      />
    </>
  );
}

function Sum({ label, cents, strong = false }: { label: string; cents: number | null; strong?: boolean }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="lg" fw={strong ? 700 : 500}>
        <MoneyText centavos={cents} />
      </Text>
    </div>
  );
}
