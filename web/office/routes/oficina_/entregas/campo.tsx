import { createFileRoute } from '@tanstack/react-router';
import { HandoverFieldPage } from '#web/office/features/care/handover/field/HandoverFieldPage.tsx';

/** Outside the office's frame, whose guard needs the server: this page opens offline. */
export const Route = createFileRoute('/oficina_/entregas/campo')({
  staticData: { title: 'Inspecciones de entrega', module: 'ventas' },
  component: () => <HandoverFieldPage />,
});
