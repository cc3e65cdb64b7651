import { createFileRoute } from '@tanstack/react-router';
import { listAddenda } from '#contract/legal/addenda/endpoints.ts';
import { AddendaPage } from '#web/office/features/legal/addenda/AddendaPage.tsx';
import { AddendaSearch } from '#web/office/features/legal/addenda/addendaSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/adendas/')({
  staticData: { title: 'Adendas', module: 'legal', help: 'promesas#adendas' },
  validateSearch: AddendaSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listAddenda, deps),
  component: () => <AddendaPage search={Route.useSearch()} />,
});
