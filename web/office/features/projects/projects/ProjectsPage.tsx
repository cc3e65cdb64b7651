import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { ProjectDrawer } from './ProjectDrawer.tsx';
import type { ProjectsSearch } from './projectsSearch.ts';
import { ProjectState } from './ProjectState.tsx';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const figure = (value: number) => <span className="figures">{value.toLocaleString('es-PA')}</span>;

const columns: ColumnOf<typeof listProjects>[] = [
  {
    key: 'name',
    sortable: true,
    title: 'Proyecto',
    width: 280,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.name}
        </Text>
        <Text size="xs" c="dimmed">
          {one.district}, {one.province}
        </Text>
      </Stack>
    ),
  },
  { key: 'estado', title: 'Estado', width: 140, render: (one) => <ProjectState {...one} /> },
  { key: 'models', title: 'Modelos', width: 110, align: 'right', render: (one) => figure(one.models) },
  {
    key: 'free_lots',
    title: 'Lotes libres',
    width: 140,
    align: 'right',
    render: (one) => (
      <span className="figures">
        {one.free_lots} de {one.lots}
      </span>
    ),
  },
  {
    key: 'open_sales',
    title: 'Ventas abiertas',
    width: 150,
    align: 'right',
    render: (one) => figure(one.open_sales),
  },
];

/** The projects that the user may see. */
export function ProjectsPage({ search }: { search: ProjectsSearch }) {
  const mayCreate = useCan('proyectos.crear');
  const creating = useDrawer('nuevo');
  const list = useList(listProjects, search);
  return (
    <>
      <PageHeader
        title="Proyectos"
        count={list.total}
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
              Nuevo proyecto
            </Button>
          )
        }
      />
      <DataTable
        id="proyectos"
        caption="Proyectos"
        list={list}
        columns={columns}
        filters={[{ key: 'archived', label: 'Con los archivados', kind: 'flag' }]}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ link: (one) => linkOptions({ to: '/oficina/proyectos/$id', params: { id: one.id } }) }}
        searchLabel="Nombre del proyecto"
        empty={
          <EmptyState
            title="Aún no hay proyectos"
            text={
              mayCreate
                ? 'Crea el primero: después le agregas modelos, lotes e imágenes, y lo publicas.'
                : 'Aparecen aquí cuando alguien te agrega al equipo de uno.'
            }
            action={mayCreate ? <Button onClick={() => creating.open()}>Nuevo proyecto</Button> : null}
          />
        }
      />
      {mayCreate && creating.opened && <ProjectDrawer project={null} onClose={creating.close} />}
    </>
  );
}
