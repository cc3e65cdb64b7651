import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BoardState } from './Board.tsx';
import { BoardColumn, ColumnFoot } from './BoardColumn.tsx';

interface StateColumnsProps<Card> {
  board: BoardState<Card>;
  /** The first cards of each state, with its count; undefined while they are loaded. */
  columns:
    | readonly { state: { id: number; name: string }; total: number; rows: readonly Card[] }[]
    | undefined;
  showCount?: (count: number) => string;
  /** Said of an empty column. */
  none: string;
  /** Leads to all cards of a state. */
  renderAll: (stateId: number) => ReactNode;
  children: (card: Card) => ReactNode;
}

/** The columns of a board that one request answers: a column for each state. */
export function StateColumns<Card>(props: StateColumnsProps<Card>) {
  const { board, columns, showCount, none, renderAll, children } = props;
  if (!columns) return Array.from({ length: 6 }, (_, at) => <Skeleton key={at} height={240} miw={220} />);
  return columns.map(({ state, total, rows }) => (
    <BoardColumn
      key={state.id}
      board={board}
      id={state.id}
      count={total}
      {...(showCount && { showCount })}
      cards={rows}
      foot={
        <ColumnFoot total={total} shown={rows.length} none={none}>
          {renderAll(state.id)}
        </ColumnFoot>
      }
    >
      {children}
    </BoardColumn>
  ));
}
