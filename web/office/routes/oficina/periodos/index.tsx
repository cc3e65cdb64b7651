import { createFileRoute } from '@tanstack/react-router';
import { PeriodsPage } from '#web/office/features/money/ledger/PeriodsPage.tsx';
import { PeriodsSearch } from '#web/office/features/money/ledger/ledgerSearch.ts';

export const Route = createFileRoute('/oficina/periodos/')({
  staticData: { title: 'Períodos', module: 'contabilidad', help: 'contabilidad#períodos' },
  validateSearch: PeriodsSearch,
  component: () => <PeriodsPage search={Route.useSearch()} />,
});
