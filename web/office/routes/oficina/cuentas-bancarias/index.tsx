import { createFileRoute } from '@tanstack/react-router';
import { BankAccountsPage } from '#web/office/features/projects/bankAccounts/BankAccountsPage.tsx';
import { BankAccountsSearch } from '#web/office/features/projects/bankAccounts/bankAccountsSearch.ts';

export const Route = createFileRoute('/oficina/cuentas-bancarias/')({
  staticData: { title: 'Cuentas bancarias', module: 'contabilidad' },
  validateSearch: BankAccountsSearch,
  component: () => <BankAccountsPage search={Route.useSearch()} />,
});
