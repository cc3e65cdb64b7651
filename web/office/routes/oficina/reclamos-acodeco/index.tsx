import { createFileRoute } from '@tanstack/react-router';
import { getComplaint, listComplaints } from '#contract/legal/complaints/endpoints.ts';
import { ComplaintsPage } from '#web/office/features/legal/complaints/ComplaintsPage.tsx';
import { ComplaintsSearch } from '#web/office/features/legal/complaints/complaintsSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/reclamos-acodeco/')({
  staticData: {
    title: 'Reclamos ACODECO',
    module: 'legal',
    help: 'escrituras-y-expedientes#reclamos-ante-acodeco',
  },
  validateSearch: ComplaintsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listComplaints, deps);
    preloadOpen(context, getComplaint, deps.reclamo);
  },
  component: () => <ComplaintsPage search={Route.useSearch()} />,
});
