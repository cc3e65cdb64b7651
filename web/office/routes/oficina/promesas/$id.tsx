import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getPromise } from '#contract/legal/promises/endpoints.ts';
import { PromisePage } from '#web/office/features/legal/promises/PromisePage.tsx';
import { preload } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/promesas/$id')({
  staticData: { title: 'Promesa', module: 'legal', help: 'promesas#promesas' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getPromise, { params }),
  component: () => <PromisePage {...Route.useSearch()} id={Route.useParams().id} />,
});
