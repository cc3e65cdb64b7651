import { createFileRoute } from '@tanstack/react-router';
import { preloadHome } from '#web/office/features/overview/home/homeQueries.ts';
import { HomePage } from '#web/office/features/overview/home/HomePage.tsx';

export const Route = createFileRoute('/oficina/')({
  staticData: { title: 'Inicio', help: 'primeros-pasos#la-pantalla' },
  loader: ({ context }) => preloadHome(context),
  component: HomePage,
});
