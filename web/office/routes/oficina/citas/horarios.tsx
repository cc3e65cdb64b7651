import { createFileRoute } from '@tanstack/react-router';
import { AgentTimesPage } from '#web/office/features/sales/appointments/AgentTimesPage.tsx';
import { TimesSearch } from '#web/office/features/sales/appointments/appointmentsSearch.ts';

export const Route = createFileRoute('/oficina/citas/horarios')({
  staticData: { title: 'Horarios de citas', module: 'citas' },
  validateSearch: TimesSearch,
  component: () => <AgentTimesPage search={Route.useSearch()} />,
});
