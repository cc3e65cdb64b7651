import { createFileRoute } from '@tanstack/react-router';
import { listDeeds } from '#contract/legal/deeds/endpoints.ts';
import { DeedsPage } from '#web/office/features/legal/deeds/DeedsPage.tsx';
import { DeedsSearch } from '#web/office/features/legal/deeds/deedsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/escrituras/')({
  staticData: { title: 'Escrituras', module: 'legal', help: 'escrituras-y-expedientes#escrituras' },
  validateSearch: DeedsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (!deps.ver) preloadList(context, listDeeds, deps);
  },
  component: () => <DeedsPage search={Route.useSearch()} />,
});
