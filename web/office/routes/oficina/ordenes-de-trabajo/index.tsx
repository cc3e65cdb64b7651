import { createFileRoute } from '@tanstack/react-router';
import { getOrder, listOrders } from '#contract/care/ticketOrders/endpoints.ts';
import { OrdersPage } from '#web/office/features/care/ticketOrders/OrdersPage.tsx';
import { OrdersSearch } from '#web/office/features/care/ticketOrders/ordersSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/ordenes-de-trabajo/')({
  staticData: { title: 'Órdenes de trabajo', module: 'tickets', help: 'tickets#órdenes-de-trabajo' },
  validateSearch: OrdersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listOrders, deps);
    preloadOpen(context, getOrder, deps.orden);
  },
  component: () => <OrdersPage search={Route.useSearch()} />,
});
