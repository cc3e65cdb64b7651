import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ProspectPage } from '#web/office/features/sales/prospects/ProspectPage.tsx';
import { filterText } from '#web/office/lib/listSearch.ts';
import { getProspect } from '#contract/sales/prospects/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/prospectos/$id')({
  staticData: { title: 'Prospecto', module: 'ventas', help: 'prospectos#prospectos' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getProspect, { params }),
  component: () => <ProspectPage {...Route.useSearch()} id={Route.useParams().id} />,
});
