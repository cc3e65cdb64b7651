import { createFileRoute } from '@tanstack/react-router';
import { WeatherPage } from '#web/office/features/projects/weather/WeatherPage.tsx';

export const Route = createFileRoute('/oficina/clima/')({
  staticData: { title: 'Clima', module: 'proyectos' },
  component: WeatherPage,
});
