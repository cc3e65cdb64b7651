import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listCosts } from '#contract/projects/interest/endpoints.ts';
import { COST_BASES, PAYERS } from '#contract/projects/interest/model.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { CostDrawer } from './CostDrawer.tsx';
import type { InterestSearch } from './interestSearch.ts';
import { versionColumns, WHICH } from './standings.tsx';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listCosts>[] = [
  { key: 'nombre', title: 'Gasto', width: 260, phone: 'heading', sortable: true, render: (row) => row.label },
  {
    key: 'cuanto',
    title: 'Cuánto',
    width: 200,
    render: (row) => (
      <span className="figures">
        {row.basis === 'fijo'
          ? formatMoney(row.amount_centavos ?? 0)
          : `${formatPercent(row.percent ?? 0)} · ${row.basis === 'precio' ? 'del precio' : 'del préstamo'}`}
      </span>
    ),
  },
  { key: 'paga', title: 'Lo paga', width: 140, render: (row) => PAYERS[row.payer] },
  { key: 'proyecto', title: 'Proyecto', width: 180, render: (row) => row.project ?? 'Todos' },
  ...versionColumns,
  {
    key: 'base',
    title: 'Se calcula',
    width: 180,
    startsHidden: true,
    render: (row) => COST_BASES[row.basis],
  },
  { key: 'fuente', title: 'Fuente', width: 300, phone: 'hidden', render: (row) => row.source },
];

/** The closing costs. A row opens to change it from a day on. */
export function CostsTab({
  search,
  onSearch,
}: {
  search: InterestSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}) {
  const mayEdit = useCan('administracion.editar');
  const list = useList(listCosts, search, { query: { ver: search.cuales ?? 'vigentes' } });
  const opened = search.fila === 'nueva' ? null : list.rows.find(({ id }) => id === search.fila);
  return (
    <>
      {mayEdit && (
        <Group justify="flex-end" mb="xs">
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onSearch({ fila: 'nueva' })}
          >
            Agregar gasto
          </Button>
        </Group>
      )}
      <DataTable
        id="gastos-cierre"
        caption="Gastos de cierre"
        list={list}
        columns={columns}
        filters={[{ key: 'cuales', asks: 'ver', label: 'Cuáles', kind: 'one', choices: WHICH }]}
        rowId={(row) => row.id}
        rowName={(row) => row.label}
        open={mayEdit ? { show: ({ id }) => onSearch({ fila: id }) } : null}
        empty={<EmptyState title="No hay gastos de cierre" text="Las proformas salen sin ellos." />}
      />
      {mayEdit && opened !== undefined && (
        <CostDrawer cost={opened} onClose={() => onSearch({ fila: undefined })} />
      )}
    </>
  );
}
