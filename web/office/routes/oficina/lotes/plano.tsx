import { createFileRoute } from '@tanstack/react-router';
import { PlanPage } from '#web/office/features/projects/lots/plan/PlanPage.tsx';
import { PlanSearch } from '#web/office/features/projects/lots/plan/planSearch.ts';

export const Route = createFileRoute('/oficina/lotes/plano')({
  staticData: { title: 'Plano de lotes', module: 'proyectos' },
  validateSearch: PlanSearch,
  component: () => <PlanPage search={Route.useSearch()} />,
});
