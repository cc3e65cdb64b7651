import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { weatherBoard } from '#contract/projects/weather/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { WeatherCard } from './WeatherCard.tsx';

/** Each project's weather: today and the rain of two weeks. */
export function WeatherPage() {
  const query = useQuery({ ...queryOf(weatherBoard, {}), refetchInterval: 300_000 });
  return (
    <>
      <PageHeader title="Clima" count={null} text="Hoy y los últimos 14 días de cada proyecto." />
      {query.error && !query.data ? (
        <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />
      ) : !query.data ? (
        <PendingPage />
      ) : query.data.data.length === 0 ? (
        <EmptyState
          title="Aún no hay proyectos"
          text="Aparecen aquí cuando alguien te agrega al equipo de uno."
        />
      ) : (
        <Stack gap="md">
          {query.data.data.map((one) => (
            <WeatherCard key={one.proyecto.id} weather={one} />
          ))}
        </Stack>
      )}
    </>
  );
}
