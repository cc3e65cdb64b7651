import { createFileRoute } from '@tanstack/react-router';
import { QuickAddPage } from '#web/office/features/sales/prospects/quick/QuickAddPage.tsx';

/** Outside the office's frame, whose guard needs the server: this page opens offline. */
export const Route = createFileRoute('/oficina_/prospectos/rapido')({
  staticData: { title: 'Prospecto rápido', module: 'ventas' },
  component: QuickAddPage,
});
