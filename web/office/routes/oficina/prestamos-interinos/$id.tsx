import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findLoan } from '#contract/money/interimLoans/endpoints.ts';
import { LoanPage } from '#web/office/features/money/interimLoans/LoanPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/prestamos-interinos/$id')({
  staticData: { title: 'Préstamo interino', module: 'contabilidad', help: 'prestamo-interino#los-préstamos' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findLoan, { params }),
  component: () => <LoanPage id={Route.useParams().id} />,
});
