import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BankFormPage } from '#web/office/features/banking/bankForms/BankFormPage.tsx';

export const Route = createFileRoute('/oficina/formularios-bancarios/$id')({
  staticData: { title: 'Formulario de un banco', module: 'tramites' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: () => <BankFormPage bankId={Route.useParams().id} />,
});
