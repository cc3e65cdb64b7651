import { createFileRoute } from '@tanstack/react-router';
import { ApplicationsPage } from '#web/office/features/banking/applications/ApplicationsPage.tsx';
import { ApplicationsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';
import { getApplication, listApplications } from '#contract/banking/applications/applications.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/solicitudes-bancarias/')({
  staticData: {
    title: 'Solicitudes bancarias',
    module: 'tramites',
    help: 'tramite-bancario#pedir-a-un-banco',
  },
  validateSearch: ApplicationsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listApplications, deps);
    preloadOpen(context, getApplication, deps.solicitud);
  },
  component: () => <ApplicationsPage search={Route.useSearch()} />,
});
