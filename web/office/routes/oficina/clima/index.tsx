import { createFileRoute } from '@tanstack/react-router';
import { WeatherPage } from '#web/office/features/projects/weather/WeatherPage.tsx';
import { weatherBoard } from '#contract/projects/weather/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/clima/')({
  staticData: { title: 'Clima', module: 'proyectos', help: 'proyectos#clima' },
  loader: ({ context }) => preload(context, weatherBoard, {}),
  component: WeatherPage,
});
