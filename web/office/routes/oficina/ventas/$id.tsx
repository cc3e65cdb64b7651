import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SalePage } from '#web/office/features/overview/salePage/SalePage.tsx';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { getSale, saleHistory } from '#contract/sales/sale/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/ventas/$id')({
  staticData: { title: 'Pre-contrato', module: 'ventas', help: 'precontratos#la-ficha' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({
    tab: filterText,
    /** A document, or the first one that waits for review. */
    papel: z.union([z.literal('siguiente'), filterId]).catch(undefined),
    solicitud: filterId,
    pago: filterId,
    devolver: filterId,
  }),
  loader: ({ context, params }) => {
    preload(context, getSale, { params });
    preload(context, saleHistory, { params });
  },
  component: () => <SalePage {...Route.useSearch()} id={Route.useParams().id} />,
});
