import { Text } from '@mantine/core';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listMaterialOptions } from '#contract/works/materials/endpoints.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { listMoves } from '#contract/works/stock/endpoints.ts';
import type { MoveRow } from '#contract/works/stock/model.ts';
import { MOVE_LABELS } from '#contract/works/stock/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { useSeesPrices } from '../materials/useBuys.ts';
import type { MovesSearch } from './stockSearch.ts';

/** Where it went to or came from. */
const otherEnd = ({ house, contract, other_site, note }: MoveRow): string =>
  [house?.name, contract && `por ${contract.name}`, other_site].filter(Boolean).join(', ') || note;

const columns: ColumnOf<typeof listMoves>[] = [
  { key: 'fecha', title: 'Fecha', width: 125, render: (row) => <DateText day={row.on} /> },
  {
    key: 'movimiento',
    title: 'Movimiento',
    width: 210,
    render: (row) => <TwoLines first={MOVE_LABELS[row.kind]} second={row.project.name} />,
  },
  { key: 'material', title: 'Material', width: 250, phone: 'heading', render: (row) => row.material.name },
  {
    key: 'cantidad',
    title: 'Cantidad',
    width: 130,
    align: 'right',
    render: (row) => (
      <Text size="sm" fw={600} className="figures">
        {row.quantity > 0 ? '+' : ''}
        {quantityText(row.quantity, row.material.unit)}
      </Text>
    ),
  },
  {
    key: 'destino',
    title: 'De o para',
    width: 230,
    render: (row) => (
      <TwoLines
        first={otherEnd(row)}
        second={row.charged ? `Descontado en la cuenta ${row.charged.number}` : ''}
      />
    ),
  },
  { key: 'documento', title: 'Documento', width: 130, render: (row) => row.paper },
  { key: 'quien', title: 'Lo registró', width: 160, render: (row) => row.by },
];
const amounts: ColumnOf<typeof listMoves>[] = [
  { key: 'valor', title: 'Valor', width: 120, money: (row) => row.value_centavos },
];

/** The ledger of the stores. */
export function MovesPage({ search }: { search: MovesSearch }) {
  const sees = useSeesPrices();
  const list = useList(listMoves, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const materials = useOptions(queryOf(listMaterialOptions, {}));
  return (
    <>
      <PageHeader
        title="Movimientos de materiales"
        count={list.total}
        text="Nunca se cambian: otro movimiento los corrige."
      />
      <DataTable
        id="movimientos-de-materiales"
        caption="Movimientos de materiales"
        list={list}
        columns={sees ? [...columns, ...amounts] : columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Obra',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'material_id',
            label: 'Material',
            kind: 'one',
            choices: materials.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            key: 'tipo',
            label: 'Movimiento',
            kind: 'one',
            choices: Object.entries(MOVE_LABELS).map(([value, label]) => ({ value, label })),
          },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => `${MOVE_LABELS[row.kind]} de ${row.material.name}`}
        open={null}
        empty={
          <EmptyState
            title="Aún no hay movimientos"
            text="Cada recepción, entrega, traslado o ajuste queda aquí con su documento."
          />
        }
      />
    </>
  );
}
