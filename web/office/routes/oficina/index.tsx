import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#web/office/features/overview/home/HomePage.tsx';

export const Route = createFileRoute('/oficina/')({
  staticData: { title: 'Inicio' },
  component: HomePage,
});
