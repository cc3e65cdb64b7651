import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { QuotePage } from '#web/office/features/sales/quotes/QuotePage.tsx';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';
import { getQuote } from '#contract/sales/quotes/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/proformas/$id')({
  staticData: { title: 'Proforma', module: 'ventas', help: 'proformas#enviar-y-aceptar' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText, version: filterId }),
  loader: ({ context, params }) => preload(context, getQuote, { params }),
  component: () => <QuotePage {...Route.useSearch()} id={Route.useParams().id} />,
});
