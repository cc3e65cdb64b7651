import { createFileRoute } from '@tanstack/react-router';
import { LinesPage } from '#web/office/features/money/statements/LinesPage.tsx';
import { LinesSearch } from '#web/office/features/money/statements/statementsSearch.ts';

export const Route = createFileRoute('/oficina/extractos/lineas')({
  staticData: { title: 'Líneas del banco', module: 'contabilidad' },
  validateSearch: LinesSearch,
  component: () => <LinesPage search={Route.useSearch()} />,
});
