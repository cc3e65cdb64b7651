import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { QuotePage } from '#web/office/features/sales/quotes/QuotePage.tsx';
import { filterId, filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/proformas/$id')({
  staticData: { title: 'Proforma', module: 'ventas' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText, version: filterId }),
  component: () => <QuotePage {...Route.useSearch()} id={Route.useParams().id} />,
});
