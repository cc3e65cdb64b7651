import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getAddendum } from '#contract/legal/addenda/endpoints.ts';
import { AddendumPage } from '#web/office/features/legal/addenda/AddendumPage.tsx';
import { preload } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/adendas/$id')({
  staticData: { title: 'Adenda', module: 'legal', help: 'promesas#adendas' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getAddendum, { params }),
  component: () => <AddendumPage {...Route.useSearch()} id={Route.useParams().id} />,
});
