import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { sessionQuery } from '../session.ts';
import type { ItemFile, OutboxItem } from './database.ts';
import type { OutboxKind, Repeatable } from './kinds.ts';
import {
  correctItem,
  enqueue,
  readOutbox,
  setSession,
  watchOutbox,
  type EnqueueOptions,
  type OutboxState,
  type SentItem,
} from './outbox.ts';

/** The whole outbox of the signed-in user. While a component uses it, waiting items are sent. */
export function useOutboxState(): OutboxState {
  const { data: user } = useQuery(sessionQuery);
  const state = useSyncExternalStore(watchOutbox, readOutbox);
  const id = user && !user.two_factor ? user.id : null;
  const name = user?.name ?? '';
  const known = user !== undefined;
  useEffect(() => {
    if (known) void setSession(id === null ? null : { id, name });
    else void setSession(undefined);
  }, [known, id, name]);
  return state;
}

/** The outbox of one kind, for the page where the user enters it. */
export function useOutbox<Typed, E extends Repeatable>(kind: OutboxKind<Typed, E>) {
  const state = useOutboxState();
  const mine = <One extends { kind: string }>(one: One) => one.kind === kind.name;
  return {
    ...state,
    items: state.items.filter(mine) as OutboxItem<Typed>[],
    sent: state.sent.filter(mine) as (SentItem & { answer: Answer<E> })[],
    /** Resolves when the item is on disk. Raises if the browser has no storage or no space. */
    enqueue: (typed: Typed, files?: readonly ItemFile[], options?: EnqueueOptions) =>
      enqueue(kind, typed, files, options),
    correct: (item: OutboxItem<Typed>, typed: Typed, files?: readonly ItemFile[]) =>
      correctItem(kind, item, typed, files),
  };
}
