import { createFileRoute } from '@tanstack/react-router';
import { ChecklistsPage } from '#web/office/features/works/jobs/ChecklistsPage.tsx';

export const Route = createFileRoute('/oficina/listas-de-inspeccion/')({
  staticData: {
    title: 'Listas de inspección',
    module: 'contratos',
    help: 'trabajos#las-listas-de-inspección',
  },
  component: ChecklistsPage,
});
