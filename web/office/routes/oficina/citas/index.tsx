import { createFileRoute } from '@tanstack/react-router';
import { AppointmentsPage } from '#web/office/features/sales/appointments/AppointmentsPage.tsx';
import { AppointmentsSearch } from '#web/office/features/sales/appointments/appointmentsSearch.ts';

export const Route = createFileRoute('/oficina/citas/')({
  staticData: { title: 'Citas', module: 'citas' },
  validateSearch: AppointmentsSearch,
  component: () => <AppointmentsPage search={Route.useSearch()} />,
});
