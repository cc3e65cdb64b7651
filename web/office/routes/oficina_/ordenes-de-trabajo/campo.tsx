import { createFileRoute } from '@tanstack/react-router';
import { OrderFieldPage } from '#web/office/features/care/ticketOrders/field/OrderFieldPage.tsx';

/** Outside the office's frame, whose guard needs the server: this page opens offline. */
export const Route = createFileRoute('/oficina_/ordenes-de-trabajo/campo')({
  staticData: { title: 'Mis órdenes de trabajo', module: 'tickets' },
  component: () => <OrderFieldPage />,
});
