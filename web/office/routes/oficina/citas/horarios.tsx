import { createFileRoute } from '@tanstack/react-router';
import { AgentTimesPage } from '#web/office/features/sales/appointments/AgentTimesPage.tsx';
import { TimesSearch } from '#web/office/features/sales/appointments/appointmentsSearch.ts';
import { getAgentTime, listAgents } from '#contract/sales/appointments/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/citas/horarios')({
  staticData: { title: 'Horarios de citas', module: 'citas', help: 'citas#horarios' },
  validateSearch: TimesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    deps.agente === undefined
      ? preload(context, listAgents)
      : preload(context, getAgentTime, { params: { agenteId: deps.agente } }),
  component: () => <AgentTimesPage search={Route.useSearch()} />,
});
