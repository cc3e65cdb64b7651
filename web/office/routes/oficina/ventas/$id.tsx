import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SalePage } from '#web/office/features/sales/sale/SalePage.tsx';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/ventas/$id')({
  staticData: { title: 'Pre-contrato', module: 'ventas' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({
    tab: filterText,
    papel: filterId,
    solicitud: filterId,
    pago: filterId,
    devolver: filterId,
  }),
  component: () => <SalePage {...Route.useSearch()} id={Route.useParams().id} />,
});
