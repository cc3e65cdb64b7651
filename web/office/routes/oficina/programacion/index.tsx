import { createFileRoute } from '@tanstack/react-router';
import { findGantt } from '#contract/works/schedule/endpoints.ts';
import { SchedulePage } from '#web/office/features/works/schedule/SchedulePage.tsx';
import { ScheduleSearch } from '#web/office/features/works/schedule/scheduleSearch.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/programacion/')({
  staticData: { title: 'Programación', module: 'contratos', help: 'programacion' },
  validateSearch: ScheduleSearch,
  loaderDeps: ({ search: { proyecto_id, contrato_id, cronograma } }) => ({
    proyecto_id,
    contrato_id,
    cronograma,
  }),
  loader: ({ context, deps }) => preload(context, findGantt, { query: deps }),
  component: () => <SchedulePage search={Route.useSearch()} />,
});
