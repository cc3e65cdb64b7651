import { createFileRoute } from '@tanstack/react-router';
import { listAccounts } from '#contract/works/accounts/endpoints.ts';
import { AccountsPage } from '#web/office/features/works/accounts/AccountsPage.tsx';
import { AccountsSearch } from '#web/office/features/works/accounts/accountsSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/pagos-a-contratistas/')({
  staticData: { title: 'Cuentas de obra', module: 'contratos', help: 'cuentas-de-obra#la-lista' },
  validateSearch: AccountsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listAccounts, deps),
  component: () => <AccountsPage search={Route.useSearch()} />,
});
