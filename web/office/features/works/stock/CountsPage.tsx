import { Button } from '@mantine/core';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { listCounts } from '#contract/works/stock/endpoints.ts';
import { COUNT_STATE, COUNT_STATES } from '#contract/works/stock/rules.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { CountDrawer, DecideDrawer } from './CountDrawer.tsx';
import type { CountsSearch } from './stockSearch.ts';

const columns: ColumnOf<typeof listCounts>[] = [
  {
    key: 'material',
    title: 'Material',
    width: 280,
    phone: 'heading',
    render: (row) => <TwoLines first={row.material.name} second={row.project.name} />,
  },
  {
    key: 'esperado',
    title: 'Según movimientos',
    width: 150,
    align: 'right',
    render: (row) => quantityText(row.expected, row.material.unit),
  },
  {
    key: 'contado',
    title: 'Contado',
    width: 130,
    align: 'right',
    render: (row) => quantityText(row.counted, row.material.unit),
  },
  {
    key: 'diferencia',
    title: 'Diferencia',
    width: 130,
    align: 'right',
    render: (row) => quantityText(row.difference, row.material.unit),
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 130,
    render: (row) => <StatePill catalog="stockCount" state={row.state} />,
  },
  {
    key: 'conto',
    title: 'Contó',
    width: 220,
    render: (row) => <TwoLines first={row.by} second={row.reason} />,
  },
];

/** Counts of the stores, and who approved each difference. */
export function CountsPage({ search }: { search: CountsSearch }) {
  const patch = usePatchSearch();
  const works = useCan('materiales.editar');
  const decides = useCan('materiales.aprobar');
  const creating = useDrawer('contar');
  const list = useList(listCounts, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const open = list.rows.find(({ id, may_decide }) => may_decide && id === search.conteo);
  const add = <Button onClick={() => creating.open()}>Contar un material</Button>;
  return (
    <>
      <PageHeader title="Conteos de materiales" count={list.total} actions={works ? add : null} />
      <DataTable
        id="conteos-de-materiales"
        caption="Conteos de materiales"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Obra',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'estado_id',
            label: 'Estado',
            kind: 'one',
            choices: Object.entries(COUNT_STATES).map(([id, label]) => ({ value: Number(id), label })),
          },
        ]}
        views={[{ label: 'Por aprobar', search: { estado_id: COUNT_STATE.proposed } }]}
        rowId={(row) => row.id}
        rowName={(row) => `Conteo de ${row.material.name}`}
        open={decides ? { show: (row) => patch({ conteo: row.id }) } : null}
        empty={
          <EmptyState
            title="Aún no hay conteos"
            text="Cuenta lo que hay de un material: otra persona aprueba la diferencia y solo entonces cambia la existencia."
            action={works ? add : null}
          />
        }
      />
      {creating.opened && works && <CountDrawer projectId={search.proyecto_id} onClose={creating.close} />}
      {open && <DecideDrawer key={open.id} count={open} onClose={() => patch({ conteo: undefined })} />}
    </>
  );
}
