import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import { IssuedInvoicePage } from '#web/office/features/money/issuedInvoices/IssuedInvoicePage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/facturas-emitidas/$id')({
  staticData: {
    title: 'Factura emitida',
    module: 'contabilidad',
    help: 'facturas-emitidas-y-pagos-en-linea#una-factura-rechazada',
  },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findIssued, { params }),
  component: () => <IssuedInvoicePage id={Route.useParams().id} />,
});
