import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import type { ProjectRow } from '#contract/projects/projects/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import type { Column } from '#web/office/ui/table/types.ts';
import { ProjectDrawer } from './ProjectDrawer.tsx';
import type { ProjectsSearch } from './projectsSearch.ts';
import { ProjectState } from './ProjectState.tsx';

type Row = z.infer<typeof ProjectRow>;

const figure = (value: number) => <span className="figures">{value.toLocaleString('es-PA')}</span>;

const columns: Column<Row>[] = [
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

/** The projects that the person may see. */
export function ProjectsPage({ search }: { search: ProjectsSearch }) {
  const mayCreate = useCan('proyectos.crear');
  const [creating, setCreating] = useState(false);
  const { archived, ...filter } = search;
  const query = useQuery(
    queryOf(listProjects, { query: { ...filter, ...(archived && { archived: 'true' }) } }),
  );
  return (
    <>
      <PageHeader
        title="Proyectos"
        count={query.data?.meta.pagination.total ?? null}
        actions={
          mayCreate && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              Nuevo proyecto
            </Button>
          )
        }
      />
      <DataTable
        id="proyectos"
        caption="Proyectos"
        query={query}
        columns={columns}
        filters={[{ key: 'archived', label: 'Con los archivados', kind: 'flag' }]}
        exporting={listProjects}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{ href: (one) => `/oficina/proyectos/${one.id}` }}
        search={search}
        onSearch={usePatchSearch()}
        searchLabel="Nombre del proyecto"
        empty={
          <EmptyState
            title="Aún no hay proyectos"
            text={
              mayCreate
                ? 'Crea el primero: después le agregas modelos, lotes e imágenes, y lo publicas.'
                : 'Aparecen aquí cuando alguien te agrega al equipo de uno.'
            }
            action={mayCreate ? <Button onClick={() => setCreating(true)}>Nuevo proyecto</Button> : null}
          />
        }
      />
      {creating && <ProjectDrawer project={null} onClose={() => setCreating(false)} />}
    </>
  );
}
