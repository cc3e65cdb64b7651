/**
 * Columns of cards. The user moves a card by mouse, by touch (after a short hold), by keyboard (space, arrows, space) or
 * with its menu. Optimistic move: the card moves at once and moves back with a reason if the server refuses.
 *   <Board label="Ventas por estado" cardId={…} cardName={…} columnOf={…} columnName={…}
 *     moves={(sale) => […]} whyNot={(sale, to) => …} move={(sale, to) => …}>
 *     {(board) => states.map((id) => <BoardColumn key={id} board={board} id={id} count={…} cards={…}>{(sale) => <… />}</BoardColumn>)}
 *   </Board>
 * Load it lazily: no other page contains the drag library.
 */
import { DragDropContext } from '@hello-pangea/dnd';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { changed, refreshed } from '#web/office/lib/refresh.ts';
import { toast } from '../toast.tsx';
import styles from './Board.module.css';

export interface BoardMove {
  to: number;
  label: string;
  /** The reason why the move is disabled, as a sentence; null if it is enabled. */
  whyNot: string | null;
}

interface Rules<Card> {
  cardId: (card: Card) => number;
  cardName: (card: Card) => string;
  columnOf: (card: Card) => number;
  columnName: (column: number) => string;
  /** Targets in the card's menu. If empty, the card cannot be moved. */
  moves: (card: Card) => readonly BoardMove[];
  /** The reason why a card cannot go to a column, as a sentence; null if it can. */
  whyNot: (card: Card, to: number) => string | null;
}

interface BoardProps<Card> extends Rules<Card> {
  /** Name of the board, for screen readers. */
  label: string;
  /** Sends the move. Resolves to the text of the toast, or to null if the user cancelled. */
  move: (card: Card, to: number) => Promise<string | null>;
  /** The endpoint of a move. A refusal may mean that the screen is stale, so it refetches too. */
  status: EndpointSpec;
  /** Called with the card that is dragged or whose menu is open; null after that. */
  onHold?: (card: Card | null) => void;
  children: (board: BoardState<Card>) => ReactNode;
}

interface Moving<Card> {
  card: Card;
  to: number;
  /** Index in the column, from 0. */
  at: number;
}

/** Cards by id, registered by the columns: the drag library passes ids only. */
class KnownCards<Card> {
  readonly #cards = new Map<string, Card>();

  tell(id: number, card: Card): void {
    this.#cards.set(String(id), card);
  }

  find(id: string): Card | undefined {
    return this.#cards.get(id);
  }
}

/** The state and rules of the board, for its columns. */
export interface BoardState<Card> extends Rules<Card> {
  /** The card that is dragged or whose menu is open. */
  held: Card | null;
  /** Cards whose move is not confirmed by the server yet. */
  moving: readonly Moving<Card>[];
  hold: (card: Card | null) => void;
  send: (card: Card, to: number, at: number) => void;
  known: KnownCards<Card>;
}

const STILL_SAVING = 'Su último cambio todavía se está guardando.';

const INSTRUCTIONS =
  'Con la barra espaciadora tomas la tarjeta, con las flechas la llevas a otra columna y con la barra espaciadora la sueltas. Con Escape vuelve a su lugar.';

export function Board<Card>(props: BoardProps<Card>) {
  const { label, move, status, onHold, children, ...given } = props;
  const [held, setHeld] = useState<Card | null>(null);
  const [moving, setMoving] = useState<readonly Moving<Card>[]>([]);
  const [known] = useState(() => new KnownCards<Card>());
  const { cardId, cardName, columnName } = given;
  const whyNot = (card: Card, to: number) =>
    moving.some((one) => cardId(one.card) === cardId(card)) ? STILL_SAVING : given.whyNot(card, to);

  const hold = (card: Card | null) => {
    setHeld(card);
    onHold?.(card);
  };
  const send = async (card: Card, to: number, at: number) => {
    const refused = whyNot(card, to);
    if (refused !== null) {
      toast.error(refused);
      return;
    }
    const one = { card, to, at };
    setMoving((now) => [...now, one]);
    try {
      const done = await move(card, to);
      if (done === null) return;
      toast.success(done);
    } catch (refusal) {
      toast.error(refusal);
      changed(status);
    } finally {
      await refreshed();
      flushSync(() => setMoving((now) => now.filter((other) => other !== one)));
      // React mounts a returned card again, so restore the focus of a keyboard user.
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[data-rfd-draggable-id="${cardId(card)}"]`)?.focus();
    }
  };

  return (
    <DragDropContext
      dragHandleUsageInstructions={INSTRUCTIONS}
      onDragStart={({ draggableId }, { announce }) => {
        const card = known.find(draggableId);
        if (!card) return;
        hold(card);
        announce(`Tomaste ${cardName(card)}.`);
      }}
      onDragUpdate={({ destination }, { announce }) => {
        if (destination) announce(`Sobre ${columnName(Number(destination.droppableId))}.`);
      }}
      onDragEnd={({ draggableId, source, destination }, { announce }) => {
        const card = known.find(draggableId);
        hold(null);
        if (!card || !destination || destination.droppableId === source.droppableId) {
          announce('La tarjeta volvió a su lugar.');
          return;
        }
        announce(`Soltaste la tarjeta en ${columnName(Number(destination.droppableId))}.`);
        void send(card, Number(destination.droppableId), destination.index);
      }}
    >
      <section className={styles.board} aria-label={label}>
        <div className={styles.columns}>
          {children({
            ...given,
            whyNot,
            held,
            moving,
            hold,
            send: (card, to, at) => void send(card, to, at),
            known,
          })}
        </div>
      </section>
    </DragDropContext>
  );
}
