import { createFileRoute } from '@tanstack/react-router';
import { RequirementsPage } from '#web/office/features/banking/requirements/RequirementsPage.tsx';
import { RequirementsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';
import { listRequirements } from '#contract/banking/requirements/requirements.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/requisitos-bancarios/')({
  staticData: {
    title: 'Requisitos bancarios',
    module: 'tramites',
    help: 'tramite-bancario#requisitos-bancarios',
  },
  validateSearch: RequirementsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preload(context, listRequirements, { query: deps }),
  component: () => <RequirementsPage search={Route.useSearch()} />,
});
