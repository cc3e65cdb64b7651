import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findRequest } from '#contract/works/purchasing/endpoints.ts';
import { RequestPage } from '#web/office/features/works/purchasing/RequestPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/materiales/$id')({
  staticData: { title: 'Solicitud de materiales', module: 'materiales', help: 'materiales#la-solicitud' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findRequest, { params }),
  component: () => <RequestPage id={Route.useParams().id} />,
});
