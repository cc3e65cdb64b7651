import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findContract } from '#contract/works/contracts/endpoints.ts';
import { ContractPage } from '#web/office/features/works/contracts/ContractPage.tsx';
import { preload } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const Route = createFileRoute('/oficina/contratos/$id')({
  staticData: { title: 'Contrato', module: 'contratos', help: 'contratos-de-obra#la-ficha' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ ver: filterText }),
  loader: ({ context, params }) => preload(context, findContract, { params }),
  component: () => <ContractPage {...Route.useSearch()} id={Route.useParams().id} />,
});
