import { createFileRoute } from '@tanstack/react-router';
import { listPromises } from '#contract/legal/promises/endpoints.ts';
import { PromisesPage } from '#web/office/features/legal/promises/PromisesPage.tsx';
import { PromisesSearch } from '#web/office/features/legal/promises/promisesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/promesas/')({
  staticData: { title: 'Promesas', module: 'legal', help: 'promesas#promesas' },
  validateSearch: PromisesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listPromises, deps),
  component: () => <PromisesPage search={Route.useSearch()} />,
});
