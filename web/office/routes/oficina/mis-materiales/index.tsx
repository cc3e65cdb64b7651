import { createFileRoute } from '@tanstack/react-router';
import { AskedPage } from '#web/office/features/works/purchasing/AskedPage.tsx';

export const Route = createFileRoute('/oficina/mis-materiales/')({
  staticData: {
    title: 'Mis materiales',
    module: 'materiales',
    help: 'materiales#lo-que-pide-un-contratista',
  },
  component: AskedPage,
});
