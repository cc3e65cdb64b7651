import { createFileRoute } from '@tanstack/react-router';
import { AppointmentsPage } from '#web/office/features/sales/appointments/AppointmentsPage.tsx';
import {
  AppointmentsSearch,
  calendarAsked,
} from '#web/office/features/sales/appointments/appointmentsSearch.ts';
import { panamaDay } from '#contract/dates.ts';
import { getAppointment, getCalendar, listAppointments } from '#contract/sales/appointments/endpoints.ts';
import { preload, preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/citas/')({
  staticData: { title: 'Citas', module: 'citas', help: 'citas#el-calendario' },
  validateSearch: AppointmentsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.ver === 'lista') preloadList(context, listAppointments, deps);
    else preload(context, getCalendar, { query: calendarAsked(deps, panamaDay(new Date())) });
    preloadOpen(context, getAppointment, deps.cita);
  },
  component: () => <AppointmentsPage search={Route.useSearch()} />,
});
