import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '#web/office/features/money/statements/StatementsPage.tsx';
import { StatementsSearch } from '#web/office/features/money/statements/statementsSearch.ts';

export const Route = createFileRoute('/oficina/extractos/')({
  staticData: { title: 'Extractos bancarios', module: 'contabilidad' },
  validateSearch: StatementsSearch,
  component: () => <StatementsPage search={Route.useSearch()} />,
});
