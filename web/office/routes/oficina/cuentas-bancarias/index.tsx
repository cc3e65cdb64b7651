import { createFileRoute } from '@tanstack/react-router';
import { BankAccountsPage } from '#web/office/features/projects/bankAccounts/BankAccountsPage.tsx';
import { BankAccountsSearch } from '#web/office/features/projects/bankAccounts/bankAccountsSearch.ts';
import { findBankAccount, listBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/cuentas-bancarias/')({
  staticData: { title: 'Cuentas bancarias', module: 'contabilidad', help: 'proyectos#cuentas-bancarias' },
  validateSearch: BankAccountsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listBankAccounts, deps);
    preloadOpen(context, findBankAccount, deps.cuenta);
  },
  component: () => <BankAccountsPage search={Route.useSearch()} />,
});
