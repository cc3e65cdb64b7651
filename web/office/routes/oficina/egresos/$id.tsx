import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findBatch } from '#contract/money/paymentBatches/endpoints.ts';
import { BatchPage } from '#web/office/features/money/paymentBatches/BatchPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/egresos/$id')({
  staticData: { title: 'Lote de pago', module: 'contabilidad', help: 'facturas-y-pagos#los-lotes-de-pago' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findBatch, { params }),
  component: () => <BatchPage id={Route.useParams().id} />,
});
