import { createFileRoute } from '@tanstack/react-router';
import { PricesPage } from '#web/office/features/projects/prices/PricesPage.tsx';
import { PricesSearch } from '#web/office/features/projects/prices/pricesSearch.ts';

export const Route = createFileRoute('/oficina/precios/')({
  staticData: { title: 'Precios', module: 'proyectos' },
  validateSearch: PricesSearch,
  component: () => <PricesPage search={Route.useSearch()} />,
});
