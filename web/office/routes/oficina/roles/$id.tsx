import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RolePage } from '#web/office/features/company/roles/RolePage.tsx';

export const Route = createFileRoute('/oficina/roles/$id')({
  staticData: { title: 'Rol', module: 'administracion' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: () => <RolePage id={Route.useParams().id} />,
});
