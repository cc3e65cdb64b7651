import { createFileRoute } from '@tanstack/react-router';
import { BudgetPage } from '#web/office/features/works/budgets/BudgetPage.tsx';
import { BudgetSearch } from '#web/office/features/works/budgets/budgetSearch.ts';

export const Route = createFileRoute('/oficina/presupuestos/')({
  staticData: { title: 'Presupuestos', module: 'contratos', help: 'contratos-de-obra#presupuestos' },
  validateSearch: BudgetSearch,
  component: () => <BudgetPage search={Route.useSearch()} />,
});
