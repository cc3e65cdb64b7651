import { createFileRoute } from '@tanstack/react-router';
import { BankDataRecord } from '#web/office/features/banking/bankData/BankDataRecord.tsx';
import { BankDataTab } from '#web/office/features/banking/bankData/bankDataSearch.ts';
import { getBankData } from '#contract/banking/bankData/bankData.endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/datos-bancarios/$codigo')({
  staticData: { title: 'Datos bancarios', module: 'tramites', help: 'datos-bancarios#comparar-y-verificar' },
  validateSearch: BankDataTab,
  loader: ({ context, params }) => preload(context, getBankData, { params }),
  component: () => <BankDataRecord codigo={Route.useParams().codigo} page={Route.useSearch().pagina ?? 1} />,
});
