import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findInvoice } from '#contract/money/invoices/endpoints.ts';
import { InvoicePage } from '#web/office/features/money/invoices/InvoicePage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/facturas/$id')({
  staticData: { title: 'Factura', module: 'contabilidad', help: 'facturas-y-pagos#aprobar-una-factura' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findInvoice, { params }),
  component: () => <InvoicePage id={Route.useParams().id} />,
});
