import { createFileRoute } from '@tanstack/react-router';
import { listSchedulable } from '#contract/works/schedule/endpoints.ts';
import { WeekSearch } from '#web/office/features/works/schedule/scheduleSearch.ts';
import { WeekPage } from '#web/office/features/works/schedule/WeekPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/programacion/semana')({
  staticData: {
    title: 'Programa semanal',
    module: 'contratos',
    help: 'programacion#el-programa-de-la-semana',
  },
  validateSearch: WeekSearch,
  loader: ({ context }) => preload(context, listSchedulable, {}),
  component: () => <WeekPage search={Route.useSearch()} />,
});
