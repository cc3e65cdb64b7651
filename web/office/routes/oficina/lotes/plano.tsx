import { createFileRoute } from '@tanstack/react-router';
import { PlanPage } from '#web/office/features/projects/lots/plan/PlanPage.tsx';
import { PlanSearch } from '#web/office/features/projects/lots/plan/planSearch.ts';
import { findPlan, planStates } from '#contract/projects/lots/plan.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/lotes/plano')({
  staticData: { title: 'Plano de lotes', module: 'proyectos', help: 'plano-de-lotes#ver-el-plano' },
  validateSearch: PlanSearch,
  loaderDeps: ({ search }) => ({ proyecto_id: search.proyecto_id }),
  loader: ({ context, deps: { proyecto_id } }) => {
    preload(context, listProjectOptions, {});
    if (proyecto_id === undefined) return;
    preload(context, findPlan, { query: { proyecto_id } });
    preload(context, planStates, { query: { proyecto_id } });
  },
  component: () => <PlanPage search={Route.useSearch()} />,
});
