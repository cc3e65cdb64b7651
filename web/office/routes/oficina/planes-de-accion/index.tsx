import { createFileRoute } from '@tanstack/react-router';
import { ActionPlansPage } from '#web/office/features/projects/projects/ActionPlansPage.tsx';
import { ActionPlansSearch } from '#web/office/features/projects/projects/actionPlansSearch.ts';

export const Route = createFileRoute('/oficina/planes-de-accion/')({
  staticData: { title: 'Planes de acción', module: 'proyectos' },
  validateSearch: ActionPlansSearch,
  component: () => <ActionPlansPage search={Route.useSearch()} />,
});
