import { createFileRoute } from '@tanstack/react-router';
import { listLoans } from '#contract/money/interimLoans/endpoints.ts';
import { LoansPage } from '#web/office/features/money/interimLoans/LoansPage.tsx';
import { LoansSearch } from '#web/office/features/money/interimLoans/loansSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/prestamos-interinos/')({
  staticData: {
    title: 'Préstamos interinos',
    module: 'contabilidad',
    help: 'prestamo-interino#los-préstamos',
  },
  validateSearch: LoansSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listLoans, deps),
  component: () => <LoansPage search={Route.useSearch()} />,
});
