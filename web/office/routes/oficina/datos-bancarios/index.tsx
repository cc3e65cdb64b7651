import { createFileRoute } from '@tanstack/react-router';
import { BankDataPage } from '#web/office/features/banking/bankData/BankDataPage.tsx';
import { BankDataSearch } from '#web/office/features/banking/bankData/bankDataSearch.ts';

export const Route = createFileRoute('/oficina/datos-bancarios/')({
  staticData: { title: 'Datos bancarios', module: 'tramites' },
  validateSearch: BankDataSearch,
  component: () => <BankDataPage search={Route.useSearch()} />,
});
