import { createFileRoute } from '@tanstack/react-router';
import { BankMailsPage } from '#web/office/features/banking/bankMail/BankMailsPage.tsx';
import { BankMailsSearch } from '#web/office/features/banking/bankMail/bankMailsSearch.ts';

export const Route = createFileRoute('/oficina/solicitudes-bancarias/correos/')({
  staticData: {
    title: 'Correos de bancos',
    module: 'tramites',
    help: 'tramite-bancario#correos-de-los-bancos',
  },
  validateSearch: BankMailsSearch,
  component: () => <BankMailsPage search={Route.useSearch()} />,
});
