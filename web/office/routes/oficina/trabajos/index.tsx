import { createFileRoute } from '@tanstack/react-router';
import { getJob, listJobs } from '#contract/works/jobs/endpoints.ts';
import { JobsPage } from '#web/office/features/works/jobs/JobsPage.tsx';
import { JobsSearch } from '#web/office/features/works/jobs/jobsSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/trabajos/')({
  staticData: { title: 'Trabajos', module: 'contratos', help: 'trabajos' },
  validateSearch: JobsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listJobs, deps);
    if (deps.trabajo !== undefined) preloadOpen(context, getJob, deps.trabajo);
  },
  component: () => <JobsPage search={Route.useSearch()} />,
});
