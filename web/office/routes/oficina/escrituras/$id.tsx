import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getDeed } from '#contract/legal/deeds/endpoints.ts';
import { DeedPage } from '#web/office/features/legal/deeds/DeedPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/escrituras/$id')({
  staticData: { title: 'Escritura', module: 'legal', help: 'escrituras-y-expedientes#escrituras' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, getDeed, { params }),
  component: () => <DeedPage id={Route.useParams().id} />,
});
