import { listCashMoves } from '#contract/money/cashForecast/endpoints.ts';
import { CASH_KINDS, LINES, SIDES } from '#contract/money/cashForecast/rules.ts';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { useList } from '#web/office/lib/list.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { PageTarget } from '#web/office/ui/PageLink.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useOfFilters } from '../books/useAtFilters.ts';
import { choicesOf, type CashSearch } from './cashSearch.ts';

const columns: ColumnOf<typeof listCashMoves>[] = [
  { key: 'dia', title: 'Esperado', width: 120, sortable: true, render: (row) => <DateText day={row.day} /> },
  { key: 'de', title: 'De', width: 320, phone: 'heading', render: (row) => row.label },
  { key: 'clase', title: 'Clase', width: 200, render: (row) => CASH_KINDS[row.kind].title },
  { key: 'proyecto', title: 'Proyecto', width: 180, render: (row) => row.project?.name ?? '' },
  { key: 'fecha', title: 'Su fecha', width: 120, render: (row) => <DateText day={row.base_on} /> },
  { key: 'monto', title: 'Monto', width: 140, sortable: true, sum: true, money: (row) => row.centavos },
];

/** The page of a record, from its path and parameters. */
function targetOf(url: string): PageTarget {
  const [to, asked] = url.split('?');
  const search = [...new URLSearchParams(asked)].map(([key, text]) => [key, Number(text) || text]);
  return { to, search: Object.fromEntries(search) } as PageTarget;
}

/** What the forecast adds up; each row opens the record that says it. */
export function MovesTab({ search }: { search: CashSearch }) {
  const list = useList(listCashMoves, search);
  const filters = useOfFilters();
  return (
    <DataTable
      id="movimientos-previstos"
      caption="Movimientos previstos"
      list={list}
      columns={columns}
      filters={[
        ...filters,
        { key: 'clase', label: 'Clase', kind: 'one', choices: choicesOf(CASH_KINDS) },
        { key: 'lado', label: 'Entra o sale', kind: 'one', choices: choicesOf(SIDES) },
        { key: 'linea', label: 'Línea', kind: 'one', choices: choicesOf(LINES) },
        { key: 'desde', label: 'Desde', kind: 'day' },
        { key: 'hasta', label: 'Hasta', kind: 'day' },
      ]}
      rowId={(row) => row.id}
      rowName={(row) => row.label}
      open={{ link: (row) => targetOf(recordUrl(row.record, row.record_id)) }}
      empty={<EmptyState title="Sin movimientos" text="Nada se espera en esos días con estos filtros." />}
    />
  );
}
