import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '#web/office/features/money/statements/StatementsPage.tsx';
import { StatementsSearch } from '#web/office/features/money/statements/statementsSearch.ts';
import { listStatements } from '#contract/money/statements/statementEndpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/extractos/')({
  staticData: { title: 'Extractos bancarios', module: 'contabilidad', help: 'extractos#importar' },
  validateSearch: StatementsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listStatements, deps),
  component: () => <StatementsPage search={Route.useSearch()} />,
});
