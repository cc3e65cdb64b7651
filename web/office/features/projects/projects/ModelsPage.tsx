import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listModels, type ModelRow } from '#contract/projects/projects/models.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import type { ModelsSearch } from './modelsSearch.ts';
import { ProjectState } from './ProjectState.tsx';
import styles from './projects.module.css';

const figure = (value: number) => <span className="figures">{value.toLocaleString('es-PA')}</span>;

const columns: Column<ModelRow>[] = [
  {
    key: 'name',
    title: 'Modelo',
    sortable: true,
    width: 280,
    phone: 'heading',
    render: (one) => (
      <Group gap="sm" wrap="nowrap">
        {one.photo ? (
          <img className={styles.thumbnail} src={one.photo} alt="" loading="lazy" />
        ) : (
          <span className={styles.thumbnail} />
        )}
        <Stack gap={0}>
          <Text size="sm" fw={600}>
            {one.name}
          </Text>
          <Text size="xs" c="dimmed">
            {one.project.name}
          </Text>
        </Stack>
      </Group>
    ),
  },
  {
    key: 'bedrooms',
    title: 'Vivienda',
    sortable: true,
    width: 130,
    render: (one) => `${one.bedrooms} rec. · ${one.bathrooms} ${one.bathrooms === 1 ? 'baño' : 'baños'}`,
  },
  {
    key: 'area_m2',
    title: 'Área',
    sortable: true,
    width: 110,
    align: 'right',
    render: (one) => <span className="figures">{one.area_m2.toLocaleString('es-PA')} m²</span>,
  },
  {
    key: 'price_centavos',
    title: 'Precio',
    sortable: true,
    width: 150,
    align: 'right',
    render: (one) => <MoneyText centavos={one.price_centavos} />,
  },
  {
    key: 'price_until',
    title: 'Vale hasta',
    sortable: true,
    width: 140,
    render: (one) => (
      <>
        <DateText day={one.price_until} />
        {one.price_over && (
          <Text size="xs" c="dimmed">
            Vencido: no se ofrece
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'free_lots',
    title: 'Lotes libres',
    sortable: true,
    width: 120,
    align: 'right',
    render: (one) => figure(one.free_lots),
  },
  { key: 'estado', title: 'Estado', width: 140, render: (one) => <ProjectState {...one} /> },
];

/** The house models of all projects; each opens where it is edited, in its project. */
export function ModelsPage({ search }: { search: ModelsSearch }) {
  const { archived, ...filter } = search;
  const query = useQuery(
    queryOf(listModels, { query: { ...filter, ...(archived && { archived: 'true' }) } }),
  );
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader title="Modelos" count={query.data?.meta.pagination.total ?? null} />
      <DataTable
        id="modelos"
        caption="Modelos"
        query={query}
        columns={columns}
        filters={[
          {
            key: 'proyecto_id',
            label: 'Proyecto',
            kind: 'one',
            choices: projects.map(({ id, text }) => ({ value: id, label: text })),
          },
          {
            key: 'recamaras',
            label: 'Recámaras',
            kind: 'one',
            choices: [1, 2, 3, 4].map((n) => ({ value: n, label: String(n) })),
          },
          {
            key: 'publicado',
            label: 'Publicado',
            kind: 'one',
            choices: [
              { value: 'si', label: 'Sí' },
              { value: 'no', label: 'No' },
            ],
          },
          { key: 'archived', label: 'Con los archivados', kind: 'flag' },
        ]}
        exporting={listModels}
        rowId={(one) => one.id}
        rowName={(one) => `${one.name} de ${one.project.name}`}
        open={{ href: (one) => `/oficina/proyectos/${one.project.id}?tab=modelos&modelo=${one.id}` }}
        search={search}
        onSearch={usePatchSearch()}
        searchLabel="Nombre del modelo"
        empty={
          <EmptyState
            title="Aún no hay modelos"
            text="Se agregan en su proyecto, con su precio y sus imágenes."
          />
        }
      />
    </>
  );
}
