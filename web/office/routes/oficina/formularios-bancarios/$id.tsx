import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BankFormPage } from '#web/office/features/banking/bankForms/BankFormPage.tsx';
import { getBankForm } from '#contract/banking/bankData/bankData.endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/formularios-bancarios/$id')({
  staticData: {
    title: 'Formulario de un banco',
    module: 'tramites',
    help: 'datos-bancarios#formularios-de-bancos',
  },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, getBankForm, { params: { bancoId: params.id } }),
  component: () => <BankFormPage bankId={Route.useParams().id} />,
});
