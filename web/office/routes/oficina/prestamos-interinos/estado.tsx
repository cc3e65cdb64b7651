import { createFileRoute } from '@tanstack/react-router';
import { listLoanMoves } from '#contract/money/interimLoans/endpoints.ts';
import { LoanMovesPage } from '#web/office/features/money/interimLoans/LoanMovesPage.tsx';
import { LoanMovesSearch } from '#web/office/features/money/interimLoans/loansSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/prestamos-interinos/estado')({
  staticData: {
    title: 'Estado del préstamo',
    module: 'contabilidad',
    help: 'prestamo-interino#el-estado-del-préstamo',
  },
  validateSearch: LoanMovesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listLoanMoves, deps),
  component: () => <LoanMovesPage search={Route.useSearch()} />,
});
