import { Group, Stack, Text } from '@mantine/core';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listModels } from '#contract/projects/projects/models.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import type { ModelsSearch } from './modelsSearch.ts';
import { ProjectState } from './ProjectState.tsx';
import styles from './projects.module.css';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

const figure = (value: number) => <span className="figures">{value.toLocaleString('es-PA')}</span>;

const columns: ColumnOf<typeof listModels>[] = [
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
    money: (one) => one.price_centavos,
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

/** The models of all projects. A row opens the model in its project, where it is edited. */
export function ModelsPage({ search }: { search: ModelsSearch }) {
  const list = useList(listModels, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return (
    <>
      <PageHeader title="Modelos" count={list.total} />
      <DataTable
        id="modelos"
        caption="Modelos"
        list={list}
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
        rowId={(one) => one.id}
        rowName={(one) => `${one.name} de ${one.project.name}`}
        open={{
          link: (one) =>
            linkOptions({
              to: '/oficina/proyectos/$id',
              params: { id: one.project.id },
              search: { tab: 'modelos', modelo: one.id },
            }),
        }}
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
