import { createFileRoute } from '@tanstack/react-router';
import { BankDataRecord } from '#web/office/features/banking/bankData/BankDataRecord.tsx';
import { BankDataTab } from '#web/office/features/banking/bankData/bankDataSearch.ts';

export const Route = createFileRoute('/oficina/datos-bancarios/$codigo')({
  staticData: { title: 'Datos bancarios', module: 'tramites' },
  validateSearch: BankDataTab,
  component: () => <BankDataRecord codigo={Route.useParams().codigo} page={Route.useSearch().pagina ?? 1} />,
});
