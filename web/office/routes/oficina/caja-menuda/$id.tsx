import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findFund } from '#contract/money/pettyCash/endpoints.ts';
import { FundPage } from '#web/office/features/money/pettyCash/FundPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/caja-menuda/$id')({
  staticData: { title: 'Caja menuda', module: 'contabilidad', help: 'facturas-y-pagos#caja-menuda' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findFund, { params }),
  component: () => <FundPage id={Route.useParams().id} />,
});
