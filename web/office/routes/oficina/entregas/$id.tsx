import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getHandover } from '#contract/care/handover/endpoints.ts';
import { HandoverPage } from '#web/office/features/care/handover/HandoverPage.tsx';
import { preload } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/entregas/$id')({
  staticData: { title: 'Entrega', module: 'ventas', help: 'entrega-y-garantia#el-acta-y-las-llaves' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getHandover, { params }),
  component: () => <HandoverPage {...Route.useSearch()} id={Route.useParams().id} />,
});
