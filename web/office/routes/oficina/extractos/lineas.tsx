import { createFileRoute } from '@tanstack/react-router';
import { LinesPage } from '#web/office/features/money/statements/LinesPage.tsx';
import { LinesSearch } from '#web/office/features/money/statements/statementsSearch.ts';
import { listLines } from '#contract/money/statements/statementEndpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/extractos/lineas')({
  staticData: { title: 'Líneas del banco', module: 'contabilidad', help: 'extractos#líneas-por-conciliar' },
  validateSearch: LinesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listLines, deps),
  component: () => <LinesPage search={Route.useSearch()} />,
});
