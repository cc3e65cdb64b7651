import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ComparePage } from '#web/office/features/sales/coincidences/ComparePage.tsx';

export const Route = createFileRoute('/oficina/coincidencias/$id')({
  staticData: { title: 'Comparar personas', module: 'ventas' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: () => <ComparePage id={Route.useParams().id} />,
});
