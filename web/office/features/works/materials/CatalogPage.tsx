import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { listMaterials } from '#contract/works/materials/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { MaterialDrawer } from './MaterialDrawer.tsx';
import type { CatalogSearch } from './materialsSearch.ts';
import { useBuys } from './useBuys.ts';

const columns: ColumnOf<typeof listMaterials>[] = [
  { key: 'code', title: 'Código', width: 110, sortable: true, render: (row) => row.code },
  {
    key: 'name',
    title: 'Material',
    width: 320,
    sortable: true,
    phone: 'heading',
    render: (row) => (
      <TwoLines first={row.name} second={row.archived ? `${row.unit} · Archivado` : row.unit} />
    ),
  },
  { key: 'codigo_costo', title: 'Código de costo', width: 220, render: (row) => row.cost_code.name },
];
const prices: ColumnOf<typeof listMaterials>[] = [
  { key: 'precio', title: 'Precio usual', width: 130, money: (row) => row.price_centavos },
];

/** The catalog of materials. */
export function CatalogPage({ search }: { search: CatalogSearch }) {
  const patch = usePatchSearch();
  const buys = useBuys();
  const creating = useDrawer('nuevo');
  const list = useList(listMaterials, search);
  const codes = useOptions(queryOf(costCodes.list, {}));
  const close = () => patch({ material: undefined });
  const open = list.rows.find(({ id }) => id === search.material);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nuevo material
    </Button>
  );
  return (
    <>
      <PageHeader title="Catálogo de materiales" count={list.total} actions={buys ? add : null} />
      <DataTable
        id="materiales"
        caption="Materiales"
        list={list}
        columns={buys ? [...columns, ...prices] : columns}
        filters={[
          {
            key: 'codigo_costo_id',
            label: 'Código de costo',
            kind: 'one',
            choices: codes.map(({ id, name }) => ({ value: id, label: name })),
          },
          { key: 'archivados', label: 'Con los archivados', kind: 'flag' },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        open={buys ? { show: (row) => patch({ material: row.id }) } : null}
        searchLabel="Nombre o código"
        empty={
          <EmptyState
            title="Aún no hay materiales"
            text="El catálogo dice en qué unidad se pide cada material y a qué código de costo va."
            action={buys ? add : null}
          />
        }
      />
      {creating.opened && buys && <MaterialDrawer material={null} onClose={creating.close} />}
      {open && buys && <MaterialDrawer key={open.id} material={open} onClose={close} />}
    </>
  );
}
