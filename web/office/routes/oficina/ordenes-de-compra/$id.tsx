import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findOrder } from '#contract/works/purchasing/endpoints.ts';
import { OrderPage } from '#web/office/features/works/purchasing/OrderPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/ordenes-de-compra/$id')({
  staticData: { title: 'Orden de compra', module: 'materiales', help: 'materiales#la-orden' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findOrder, { params }),
  component: () => <OrderPage id={Route.useParams().id} />,
});
