import { createFileRoute } from '@tanstack/react-router';
import { getMailedList, listMailedLists } from '#contract/company/mailedLists/endpoints.ts';
import { MailedListsPage } from '#web/office/features/company/mailedLists/MailedListsPage.tsx';
import { MailedListsSearch } from '#web/office/features/company/mailedLists/mailedListsSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/listas-por-correo/')({
  staticData: { title: 'Listas por correo', module: 'reportes', help: 'reportes#listas-por-correo' },
  validateSearch: MailedListsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listMailedLists, deps);
    if (deps.lista !== undefined) preloadOpen(context, getMailedList, deps.lista);
  },
  component: () => <MailedListsPage search={Route.useSearch()} />,
});
