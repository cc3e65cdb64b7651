import { createFileRoute } from '@tanstack/react-router';
import { AppointmentsPage } from '#web/office/features/appointments/AppointmentsPage.tsx';
import { AppointmentsSearch } from '#web/office/features/appointments/appointmentsSearch.ts';

export const Route = createFileRoute('/oficina/citas/')({
  staticData: { title: 'Citas', module: 'citas' },
  validateSearch: AppointmentsSearch,
  component: () => <AppointmentsPage search={Route.useSearch()} />,
});
