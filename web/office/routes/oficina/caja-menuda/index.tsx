import { createFileRoute } from '@tanstack/react-router';
import { listFunds } from '#contract/money/pettyCash/endpoints.ts';
import { FundsPage } from '#web/office/features/money/pettyCash/FundsPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/caja-menuda/')({
  staticData: { title: 'Caja menuda', module: 'contabilidad', help: 'facturas-y-pagos#caja-menuda' },
  loader: ({ context }) => preload(context, listFunds, {}),
  component: () => <FundsPage />,
});
