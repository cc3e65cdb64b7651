import { createFileRoute } from '@tanstack/react-router';
import { listSeries } from '#contract/money/issuedInvoices/endpoints.ts';
import { SeriesPage } from '#web/office/features/money/issuedInvoices/SeriesPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/facturas-emitidas/puntos')({
  staticData: {
    title: 'Puntos de emisión',
    module: 'contabilidad',
    help: 'facturas-emitidas-y-pagos-en-linea#los-puntos-de-emisión',
  },
  loader: ({ context }) => preload(context, listSeries, {}),
  component: () => <SeriesPage />,
});
