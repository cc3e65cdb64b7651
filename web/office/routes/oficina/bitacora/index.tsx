import { createFileRoute } from '@tanstack/react-router';
import { listDiaries } from '#contract/works/diary/endpoints.ts';
import { DiariesPage } from '#web/office/features/works/diary/DiariesPage.tsx';
import { DiariesSearch } from '#web/office/features/works/diary/diariesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/bitacora/')({
  staticData: { title: 'Bitácora', module: 'bitacora', help: 'bitacora#la-lista' },
  validateSearch: DiariesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listDiaries, deps),
  component: () => <DiariesPage search={Route.useSearch()} />,
});
