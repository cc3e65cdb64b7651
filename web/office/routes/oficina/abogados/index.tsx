import { createFileRoute } from '@tanstack/react-router';
import { LawyersPage } from '#web/office/features/company/lawyers/LawyersPage.tsx';
import { LawyersSearch } from '#web/office/features/company/users/usersSearch.ts';
import { getLawyer, listLawyers } from '#contract/company/lawyers/lawyers.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/abogados/')({
  staticData: { title: 'Abogados', module: 'legal', help: 'usuarios#abogados' },
  validateSearch: LawyersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listLawyers, deps);
    preloadOpen(context, getLawyer, deps.abogado);
  },
  component: () => <LawyersPage search={Route.useSearch()} />,
});
