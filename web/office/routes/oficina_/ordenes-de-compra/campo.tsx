import { createFileRoute } from '@tanstack/react-router';
import { ReceivingPage } from '#web/office/features/works/purchasing/field/ReceivingPage.tsx';

/** Outside the office's frame, whose guard needs the server: this page opens offline. */
export const Route = createFileRoute('/oficina_/ordenes-de-compra/campo')({
  staticData: { title: 'Por recibir', module: 'materiales' },
  component: ReceivingPage,
});
