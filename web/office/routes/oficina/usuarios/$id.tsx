import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { UserPage } from '#web/office/features/company/users/UserPage.tsx';
import { filterText } from '#web/office/lib/listSearch.ts';
import { getUser } from '#contract/company/users/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/usuarios/$id')({
  staticData: { title: 'Usuario', module: 'administracion', help: 'usuarios#ingreso' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getUser, { params }),
  component: () => <UserPage {...Route.useSearch()} id={Route.useParams().id} />,
});
