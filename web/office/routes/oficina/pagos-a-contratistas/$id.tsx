import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findAccount } from '#contract/works/accounts/endpoints.ts';
import { AccountPage } from '#web/office/features/works/accounts/AccountPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/pagos-a-contratistas/$id')({
  staticData: { title: 'Cuenta de obra', module: 'contratos', help: 'cuentas-de-obra#la-cuenta' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findAccount, { params }),
  component: () => <AccountPage id={Route.useParams().id} />,
});
