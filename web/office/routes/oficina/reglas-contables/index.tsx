import { createFileRoute } from '@tanstack/react-router';
import { RulesPage } from '#web/office/features/money/ledger/RulesPage.tsx';
import { RulesSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';

export const Route = createFileRoute('/oficina/reglas-contables/')({
  staticData: { title: 'Reglas contables', module: 'contabilidad', help: 'contabilidad#reglas' },
  validateSearch: RulesSearch,
  component: () => <RulesPage search={Route.useSearch()} />,
});
