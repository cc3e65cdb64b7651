import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ProjectState } from '#web/office/features/projects/projects/ProjectState.tsx';
import { useCan } from '#web/office/lib/session.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Figures } from '#web/office/ui/Figures.tsx';
import { ShareBar } from '#web/office/ui/ShareBar.tsx';
import { PROJECTS_SHOWN, projectsQuery } from './homeQueries.ts';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

/** The user's projects: free lots and sales in progress. */
export function ProjectsAtHand() {
  const seesSales = useCan('ventas.ver');
  const query = useQuery(projectsQuery);
  const rows = query.data?.data;
  const total = query.data?.meta.pagination.total ?? 0;
  const sum = (of: (row: NonNullable<typeof rows>[number]) => number) =>
    rows?.reduce((all, row) => all + of(row), 0);
  return (
    <>
      {!seesSales && (
        <Figures
          label="Tus proyectos"
          figures={[
            { label: 'Proyectos', value: query.data && total },
            { label: 'Lotes', value: sum((row) => row.lots) },
            { label: 'Lotes libres', value: sum((row) => row.free_lots) },
            { label: 'Ventas abiertas', value: sum((row) => row.open_sales) },
          ]}
        />
      )}
      <Rows
        title="Proyectos"
        rows={rows}
        error={query.error}
        rowId={(row) => row.id}
        render={(row) => (
          <>
            <Group gap="xs">
              <PageLink to="/oficina/proyectos/$id" params={{ id: row.id }} fw={600}>
                {row.name}
              </PageLink>
              <ProjectState {...row} />
            </Group>
            <Text size="xs" c="dimmed">
              {row.district}, {row.province}
            </Text>
            <ShareBar share={row.lots === 0 ? 0 : (row.lots - row.free_lots) / row.lots} />
          </>
        )}
        renderWhen={(row) =>
          `${row.free_lots} de ${row.lots} lotes libres · ${row.open_sales} ${row.open_sales === 1 ? 'venta abierta' : 'ventas abiertas'}`
        }
        empty="Todavía no estás en el equipo de un proyecto."
        all={
          total > PROJECTS_SHOWN
            ? { link: linkOptions({ to: '/oficina/proyectos' }), label: `Ver los ${total}` }
            : null
        }
      />
    </>
  );
}
