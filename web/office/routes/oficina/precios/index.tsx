import { createFileRoute } from '@tanstack/react-router';
import { PricesPage } from '#web/office/features/projects/prices/PricesPage.tsx';
import { pricesAsked, PricesSearch } from '#web/office/features/projects/prices/pricesSearch.ts';
import {
  findIncrease,
  listIncreases,
  listPrices,
  priceHistory,
} from '#contract/projects/prices/endpoints.ts';
import { preload, preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/precios/')({
  staticData: { title: 'Precios', module: 'proyectos', help: 'lotes-precios-importar#precios' },
  validateSearch: PricesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.ver === 'historia') preloadList(context, priceHistory, deps);
    else if (deps.ver === 'aumentos') preloadList(context, listIncreases, deps);
    else preload(context, listPrices, { query: pricesAsked(deps) });
    preloadOpen(context, findIncrease, deps.aumento);
  },
  component: () => <PricesPage search={Route.useSearch()} />,
});
