import { useQuery } from '@tanstack/react-query';
import { Text } from '@mantine/core';
import { listCatalogs } from '#contract/catalogs/endpoints.ts';
import type { CatalogSummary } from '#contract/catalogs/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import type { ListSearch } from '#web/office/lib/listSearch.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';

/** What may be done with the rows of a list of this kind. */
const KINDS: Record<CatalogSummary['kind'], string> = {
  fixed: 'Nombres y orden',
  extensible: 'Agregar y archivar',
  free: 'Agregar y archivar',
};

const figure = (value: number) => <span className="figures">{value}</span>;

const columns: Column<CatalogSummary>[] = [
  {
    key: 'title',
    title: 'Lista',
    width: 320,
    phone: 'heading',
    render: (one) => (
      <Text size="sm" fw={600} span>
        {one.title}
      </Text>
    ),
  },
  { key: 'kind', title: 'Se puede', width: 200, render: (one) => KINDS[one.kind] },
  { key: 'active', title: 'En uso', width: 110, align: 'right', render: (one) => figure(one.active) },
  {
    key: 'archived',
    title: 'Archivadas',
    width: 120,
    align: 'right',
    render: (one) => figure(one.archived),
  },
];

/** The value lists of the application; few enough to be searched here. */
export function CatalogsPage({ search }: { search: ListSearch }) {
  const query = useQuery(queryOf(listCatalogs));
  const said = search.q?.trim().toLocaleLowerCase('es');
  const found = query.data?.data.filter((one) => !said || one.title.toLocaleLowerCase('es').includes(said));
  return (
    <>
      <PageHeader
        title="Listas"
        count={query.data?.data.length ?? null}
        text="Lo que se puede escoger en los formularios. Lo archivado no se ofrece, y quien lo usa lo conserva."
      />
      <DataTable
        id="listas"
        caption="Listas"
        query={{ ...query, data: found && { data: found } }}
        columns={columns}
        rowId={(one) => one.name}
        rowName={(one) => one.title}
        open={{ href: (one) => `/oficina/listas/${one.name}` }}
        search={search}
        onSearch={usePatchSearch()}
        searchLabel="Nombre de la lista"
        empty={<EmptyState title="No hay listas" text="Aparecen cuando arranca el servidor." />}
      />
    </>
  );
}
