import { createFileRoute } from '@tanstack/react-router';
import { listFormats } from '#contract/money/paymentBatches/endpoints.ts';
import { FormatsPage } from '#web/office/features/money/paymentBatches/FormatsPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/egresos/formatos')({
  staticData: {
    title: 'Chequeras y formatos',
    module: 'contabilidad',
    help: 'facturas-y-pagos#chequeras-y-formatos',
  },
  loader: ({ context }) => preload(context, listFormats, {}),
  component: () => <FormatsPage />,
});
