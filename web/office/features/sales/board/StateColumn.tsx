import { Button, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { dueStage, type BoardRow } from '#contract/sales/board/board.ts';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import { call } from '#web/office/lib/call.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import type { BoardState } from '#web/office/ui/board/Board.tsx';
import { BoardColumn } from '#web/office/ui/board/BoardColumn.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { DueText } from './boardColumns.tsx';
import type { BoardSearch } from './boardSearch.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { asks } from '#web/office/lib/list.ts';
import { OTHER_LIST } from '#web/office/lib/listSearch.ts';

const PAGE = 20;

interface StateColumnProps {
  board: BoardState<BoardRow>;
  state: number;
  filters: Partial<BoardSearch>;
  total: number;
}

/** The sales of one state, loaded page by page. */
export function StateColumn({ board, state, filters, total }: StateColumnProps) {
  const query = useInfiniteQuery({
    queryKey: [listBoard.path, 'column', state, filters],
    meta: { shows: listBoard.shows },
    queryFn: ({ pageParam, signal }) =>
      call(
        listBoard,
        {
          query: {
            ...asks(listBoard, { ...filters, ...OTHER_LIST }),
            estado_id: [state],
            page: pageParam,
            per_page: PAGE,
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { pagination } }) =>
      pagination.current_page < pagination.total_pages ? pagination.current_page + 1 : undefined,
    // Reads an empty column as soon as a card moves to it, so its data is ready when the card arrives.
    enabled: total > 0 || board.moving.some(({ to }) => to === state),
  });
  const sales = (query.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ id }, at, all) => all.findIndex((one) => one.id === id) === at,
  );
  return (
    <BoardColumn
      board={board}
      id={state}
      count={total}
      cards={sales}
      foot={
        query.error ? (
          <Text size="sm" role="alert">
            {sentence(query.error)}
          </Text>
        ) : (
          query.hasNextPage && (
            <Button
              fullWidth
              size="compact-sm"
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Ver más
            </Button>
          )
        )
      }
    >
      {(sale) => <SaleCard sale={sale} />}
    </BoardColumn>
  );
}

const SaleCard = ({ sale }: { sale: BoardRow }) => (
  <>
    <PageLink to="/oficina/ventas/$id" params={{ id: sale.id }}>
      {sale.name}
    </PageLink>
    <Text size="xs" c="dimmed">
      {saleName(sale)} · {sale.lot ? `Lote ${sale.lot.lote}` : 'sin lote'}
    </Text>
    <Text size="xs" mt={4}>
      {sale.stage ? (
        <>
          {STAGES[(dueStage(sale) ?? sale.stage.id) - 1]} · <DueText dueOn={sale.due_on} />
        </>
      ) : (
        sale.next
      )}
    </Text>
  </>
);
