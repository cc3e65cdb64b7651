import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ComparePage } from '#web/office/features/sales/coincidences/ComparePage.tsx';
import { getCoincidence } from '#contract/sales/coincidences/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/coincidencias/$id')({
  staticData: { title: 'Comparar personas', module: 'ventas', help: 'prospectos#coincidencias' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, getCoincidence, { params }),
  component: () => <ComparePage id={Route.useParams().id} />,
});
