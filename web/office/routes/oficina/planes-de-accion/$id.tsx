import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findActionPlan } from '#contract/works/actionPlans/endpoints.ts';
import { ActionPlanPage } from '#web/office/features/works/actionPlans/ActionPlanPage.tsx';
import { ActionPlanSearch } from '#web/office/features/works/actionPlans/actionPlansSearch.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/planes-de-accion/$id')({
  staticData: { title: 'Plan de acción', module: 'proyectos', help: 'proyectos#planes-de-acción' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: ActionPlanSearch,
  loader: ({ context, params }) => preload(context, findActionPlan, { params: { modelId: params.id } }),
  component: () => <ActionPlanPage modelId={Route.useParams().id} search={Route.useSearch()} />,
});
