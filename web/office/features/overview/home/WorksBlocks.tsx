import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { isoWeek, weekText } from '#contract/dates.ts';
import { BLOCK_ROWS } from '#contract/overview/home/blocks.ts';
import { weatherBoard } from '#contract/projects/weather/endpoints.ts';
import { age } from '#web/office/lib/age.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

/** Weather of the user's projects: rain of today and of the week. */
export function WeatherOfProjects() {
  const week = isoWeek(useToday());
  const query = useQuery(queryOf(weatherBoard, { query: {} }));
  const rows = query.data?.data;
  return (
    <Rows
      title="Clima en la obra"
      text={weekText(week)}
      rows={rows}
      error={query.error}
      rowId={({ proyecto }) => proyecto.id}
      render={({ proyecto, ultima, dias }) => (
        <>
          <PageLink to="/oficina/proyectos/$id" params={{ id: proyecto.id }} fw={600}>
            {proyecto.nombre}
          </PageLink>
          <Text size="sm">
            {ultima
              ? `${ultima.descripcion}, ${ultima.temperatura.toLocaleString('es-PA')} °C`
              : 'Sin lecturas todavía'}
          </Text>
          <Text size="xs" c="dimmed">
            Lluvia de la semana: {rainOf(dias, week).toLocaleString('es-PA')} mm
          </Text>
        </>
      )}
      renderWhen={({ ultima }) => (ultima ? age(ultima.al) : '—')}
      empty={null}
    />
  );
}

const rainOf = (days: readonly { fecha: string; lluvia_mm: number }[], week: string) =>
  Math.round(
    days.filter(({ fecha }) => isoWeek(fecha) === week).reduce((sum, day) => sum + day.lluvia_mm, 0) * 10,
  ) / 10;

/** Works contracts that the user may see; a contractor sees its own. */
export function WorksContracts({ own }: { own: boolean }) {
  const query = useQuery(queryOf(listContracts, { query: { per_page: BLOCK_ROWS } }));
  const total = query.data?.meta.pagination.total ?? 0;
  return (
    <Rows
      title={own ? 'Tus contratos' : 'Contratos de obra'}
      rows={query.data?.data}
      error={query.error}
      rowId={({ id }) => id}
      render={({ id, name, reference, project, state, contractor }) => (
        <>
          <PageLink to="/oficina/contratos/$id" params={{ id }} fw={600}>
            {name}
          </PageLink>
          <Text size="sm">
            {reference} · {state.name}
          </Text>
          <Text size="xs" c="dimmed">
            {project.name} · {contractor.name}
          </Text>
        </>
      )}
      renderWhen={({ ends_on }) => (ends_on ? `hasta el ${showDay(ends_on)}` : 'sin fecha')}
      empty={own ? 'Todavía no tienes contratos.' : 'No hay contratos de obra.'}
      all={
        total > BLOCK_ROWS
          ? { link: linkOptions({ to: '/oficina/contratos' }), label: `Ver los ${total}` }
          : null
      }
    />
  );
}
