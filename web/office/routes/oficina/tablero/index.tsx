import { createFileRoute } from '@tanstack/react-router';
import { BoardPage } from '#web/office/features/sales/board/BoardPage.tsx';
import { BoardSearch } from '#web/office/features/sales/board/boardSearch.ts';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/tablero/')({
  staticData: { title: 'Tablero', module: 'ventas', help: 'tablero' },
  validateSearch: BoardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => deps.ver ?? preloadList(context, listBoard, deps),
  component: () => <BoardPage search={Route.useSearch()} />,
});
