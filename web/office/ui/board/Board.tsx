/**
 * Columns of cards. A card is dragged to another column with the mouse, a finger (held for a moment) or the keyboard (space, arrows,
 * space), or sent there from its menu. It moves at once; a refusal takes it back and says why.
 *   <Board label="Ventas por estado" cardId={…} cardName={…} columnOf={…} columnName={…}
 *     moves={(sale) => […]} whyNot={(sale, to) => …} move={(sale, to) => …}>
 *     {(board) => states.map((id) => <BoardColumn key={id} board={board} id={id} count={…} cards={…}>{(sale) => <… />}</BoardColumn>)}
 *   </Board>
 * Pages load it lazily: the library that drags is in no other page.
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
  /** Sentence why not now; null when it can. */
  whyNot: string | null;
}

interface Rules<Card> {
  cardId: (card: Card) => number;
  cardName: (card: Card) => string;
  columnOf: (card: Card) => number;
  columnName: (column: number) => string;
  /** Where the card's menu sends it; none: the card stays where it is. */
  moves: (card: Card) => readonly BoardMove[];
  /** Sentence why a card cannot come to a column; null when it can. */
  whyNot: (card: Card, to: number) => string | null;
}

interface BoardProps<Card> extends Rules<Card> {
  /** What the columns are, for screen readers. */
  label: string;
  /** Sends the card. Resolves to the sentence that tells so, or to null where the person gave up. */
  move: (card: Card, to: number) => Promise<string | null>;
  /** The call of a move. After a refusal the screen may be stale, so it refreshes too. */
  status: EndpointSpec;
  /** A card was taken, or its menu opened; null: let go. */
  onHold?: (card: Card | null) => void;
  children: (board: BoardState<Card>) => ReactNode;
}

interface Moving<Card> {
  card: Card;
  to: number;
  /** Its place in the column, from 0. */
  at: number;
}

/** Cards by id, filled in by the columns: the drag library passes ids only. */
class KnownCards<Card> {
  readonly #cards = new Map<string, Card>();

  tell(id: number, card: Card): void {
    this.#cards.set(String(id), card);
  }

  find(id: string): Card | undefined {
    return this.#cards.get(id);
  }
}

/** What a column needs to know of its board. */
export interface BoardState<Card> extends Rules<Card> {
  /** The card that is held, wherever it is. */
  held: Card | null;
  /** Cards on their way, until the server has answered. */
  moving: readonly Moving<Card>[];
  hold: (card: Card | null) => void;
  send: (card: Card, to: number, at: number) => void;
  known: KnownCards<Card>;
}

const STILL_SAVING = 'Su último cambio todavía se está guardando.';

const INSTRUCTIONS =
  'Toca la barra espaciadora para tomar la tarjeta, las flechas para llevarla a otra columna y la barra espaciadora para soltarla. Con Escape vuelve a su lugar.';

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
      // A card that returns is mounted again: give the focus back to whoever moved it by keyboard.
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
