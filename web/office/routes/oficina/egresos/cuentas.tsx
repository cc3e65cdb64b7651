import { createFileRoute } from '@tanstack/react-router';
import { listSupplierAccounts } from '#contract/money/paymentBatches/endpoints.ts';
import { SupplierAccountsPage } from '#web/office/features/money/paymentBatches/SupplierAccountsPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/egresos/cuentas')({
  staticData: {
    title: 'Cuentas de proveedores',
    module: 'contabilidad',
    help: 'facturas-y-pagos#cuentas-de-proveedores',
  },
  loader: ({ context }) => preload(context, listSupplierAccounts, {}),
  component: () => <SupplierAccountsPage />,
});
