import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RolePage } from '#web/office/features/company/roles/RolePage.tsx';
import { getRole, myPermissions } from '#contract/company/roles/rolesEndpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/roles/$id')({
  staticData: { title: 'Rol', module: 'administracion', help: 'roles-y-menu#hacer-un-rol' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => {
    preload(context, getRole, { params });
    preload(context, myPermissions);
  },
  component: () => <RolePage id={Route.useParams().id} />,
});
