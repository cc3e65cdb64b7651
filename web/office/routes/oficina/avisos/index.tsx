import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '#web/office/features/company/notifications/NoticesPage.tsx';
import { NoticesSearch } from '#web/office/features/company/notifications/noticesSearch.ts';
import { listNotices } from '#contract/company/notifications/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/avisos/')({
  staticData: { title: 'Avisos', help: 'primeros-pasos#la-pantalla' },
  validateSearch: NoticesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listNotices, deps),
  component: () => <NoticesPage search={Route.useSearch()} />,
});
