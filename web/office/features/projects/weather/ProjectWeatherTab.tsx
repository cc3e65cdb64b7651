import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { weatherBoard } from '#contract/projects/weather/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { WeatherCard } from './WeatherCard.tsx';

/** A project's weather, as a tab of its page. */
export function ProjectWeatherTab({ projectId }: { projectId: number }) {
  const query = useQuery(queryOf(weatherBoard, { query: { proyecto_id: projectId } }));
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const [one] = query.data.data;
  if (!one) return <EmptyState title="Sin clima" text="De un proyecto archivado ya no se pide el clima." />;
  return <WeatherCard weather={one} />;
}
