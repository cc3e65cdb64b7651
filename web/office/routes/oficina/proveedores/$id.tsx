import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { PartnerPage } from '#web/office/features/company/partners/PartnerPage.tsx';
import { filterText } from '#web/office/lib/listSearch.ts';
import { getPartner } from '#contract/company/partners/partnerEndpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/proveedores/$id')({
  staticData: {
    title: 'Proveedor',
    module: 'administracion',
    help: 'usuarios#contratistas-y-contratantes',
  },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getPartner, { params }),
  component: () => <PartnerPage {...Route.useSearch()} kind="proveedor" id={Route.useParams().id} />,
});
