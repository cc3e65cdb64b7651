import { Draggable, Droppable } from '@hello-pangea/dnd';
import { Menu, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import type { BoardState } from './Board.tsx';
import styles from './Board.module.css';

interface BoardColumnProps<Card> {
  board: BoardState<Card>;
  id: number;
  /** Number of cards, including those that are not shown. */
  count: number;
  showCount?: (count: number) => string;
  cards: readonly Card[];
  children: (card: Card) => ReactNode;
  /** Below the cards: a "more" button, an empty state, or the load error. */
  foot?: ReactNode;
}

interface ColumnFootProps {
  total: number;
  /** How many of them the column shows. */
  shown: number;
  /** Said of an empty column. */
  none: string;
  /** Leads to all of them. */
  children: ReactNode;
}

/** The foot of a column that shows its first cards only. */
export function ColumnFoot({ total, shown, none, children }: ColumnFootProps) {
  if (total > 0) return total > shown ? children : null;
  return (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  );
}

/** A column of a board; cards can be dropped on it. */
export function BoardColumn<Card>(props: BoardColumnProps<Card>) {
  const { board, id, count, showCount = inPanama, cards, children, foot } = props;
  const { cardId, columnOf, held, moving, known } = board;
  useEffect(() => {
    for (const card of cards) known.tell(cardId(card), card);
  });
  const name = board.columnName(id);
  const away = new Set(moving.map(({ card }) => cardId(card)));
  const shown = cards.filter((card) => !away.has(cardId(card)));
  for (const { card, to, at } of moving) if (to === id) shown.splice(at, 0, card);
  const arrivals = moving.filter(({ to }) => to === id).length;
  const departures = moving.filter(({ card }) => columnOf(card) === id).length;
  const total = showCount(count + arrivals - departures);
  const foreign = held !== null && columnOf(held) !== id;
  const whyNot = foreign ? board.whyNot(held, id) : null;
  return (
    <section
      className={styles.column}
      aria-label={`${name}: ${total}`}
      data-empty={shown.length === 0 || undefined}
      {...(foreign && { 'data-drop': whyNot === null ? 'yes' : 'no' })}
    >
      <div className={styles.head}>
        <Title order={2} size="h5">
          {name}
        </Title>
        <Text size="sm" c="dimmed" className="figures">
          {total}
        </Text>
      </div>
      {whyNot !== null && (
        <div className={styles.refusal}>
          <Text size="xs">{whyNot}</Text>
        </div>
      )}
      <Droppable droppableId={String(id)} isDropDisabled={whyNot !== null}>
        {({ innerRef, droppableProps, placeholder }) => (
          <ul ref={innerRef} {...droppableProps} className={styles.cards} aria-label={name}>
            {shown.map((card, at) => (
              <BoardCard
                key={cardId(card)}
                board={board}
                card={card}
                at={at}
                waiting={away.has(cardId(card))}
              >
                {children(card)}
              </BoardCard>
            ))}
            {placeholder}
          </ul>
        )}
      </Droppable>
      {foot}
    </section>
  );
}

const inPanama = (count: number) => count.toLocaleString('es-PA');

interface BoardCardProps<Card> {
  board: BoardState<Card>;
  card: Card;
  at: number;
  /** Its move is not confirmed yet. */
  waiting: boolean;
  children: ReactNode;
}

function BoardCard<Card>({ board, card, at, waiting, children }: BoardCardProps<Card>) {
  const moves = waiting ? [] : board.moves(card);
  return (
    <Draggable
      draggableId={String(board.cardId(card))}
      index={at}
      isDragDisabled={!waiting && moves.length === 0}
    >
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging, isDropAnimating }) => (
        <li
          ref={innerRef}
          {...draggableProps}
          {...dragHandleProps}
          // A button may not contain links or menus, so the card stays a list item.
          role={undefined}
          className={styles.card}
          {...(waiting && { 'data-moving': true })}
          {...(isDragging && !isDropAnimating && { 'data-held': true })}
          {...(isDropAnimating && { 'data-dropping': true })}
        >
          <div className={styles.content}>{children}</div>
          {moves.length > 0 && (
            <Menu position="bottom-end" onOpen={() => board.hold(card)} onClose={() => board.hold(null)}>
              <Menu.Target>
                <UnstyledButton aria-label={`Mover ${board.cardName(card)}`} p={4}>
                  <IconArrowRight size={18} aria-hidden />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>Mover a</Menu.Label>
                {moves.map((one) => (
                  <Menu.Item
                    key={one.to}
                    disabled={one.whyNot !== null}
                    onClick={() => board.send(card, one.to, 0)}
                  >
                    {one.label}
                    {one.whyNot && (
                      <Text size="xs" maw={260}>
                        {one.whyNot}
                      </Text>
                    )}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </li>
      )}
    </Draggable>
  );
}
