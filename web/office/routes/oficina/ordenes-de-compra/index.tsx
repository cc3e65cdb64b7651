import { createFileRoute } from '@tanstack/react-router';
import { listOrders } from '#contract/works/purchasing/endpoints.ts';
import { OrdersPage } from '#web/office/features/works/purchasing/OrdersPage.tsx';
import { OrdersSearch } from '#web/office/features/works/purchasing/purchasingSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/ordenes-de-compra/')({
  staticData: { title: 'Órdenes de compra', module: 'materiales', help: 'materiales#la-orden' },
  validateSearch: OrdersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listOrders, deps),
  component: () => <OrdersPage search={Route.useSearch()} />,
});
