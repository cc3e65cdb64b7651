import { createFileRoute } from '@tanstack/react-router';
import { BoardPage } from '#web/office/features/sales/board/BoardPage.tsx';
import { BoardSearch } from '#web/office/features/sales/board/boardSearch.ts';

export const Route = createFileRoute('/oficina/tablero/')({
  staticData: { title: 'Tablero', module: 'ventas' },
  validateSearch: BoardSearch,
  component: () => <BoardPage search={Route.useSearch()} />,
});
