import type { Args, EndpointSpec } from '#contract/endpoint.ts';
import type { ItemFile } from './database.ts';

/** What a kind may use in addition to the typed values. */
export interface Given {
  files: readonly ItemFile[];
  /** The answer of the item in `after`. */
  first: unknown;
}

/** An endpoint that answers a repeated request with the first answer. */
export type Repeatable = EndpointSpec & { idempotent: true };

export interface OutboxKind<Typed, E extends Repeatable> {
  /** Stored with each item: never change it between releases. */
  name: string;
  endpoint: E;
  toArgs: (typed: Typed, given: Given) => Args<E>;
  /** A short name for the user: "Ana Ruiz". */
  title: (typed: Typed) => string;
  /** The page where the user enters and corrects it. */
  page: string;
}

/** A kind without its type parameters, for the sender. */
interface AnyKind {
  name: string;
  endpoint: EndpointSpec;
  toArgs: (typed: never, given: Given) => object;
  page: string;
}

const kinds = new Map<string, AnyKind>();

/**
 * Registers a kind of entry that works offline. A page sends only the kinds that it has loaded; the office's frame
 * loads all of them (features/overview/frame/OutboxButton.tsx).
 */
export function outboxKind<Typed, const E extends Repeatable>(
  kind: OutboxKind<Typed, E>,
): OutboxKind<Typed, E> {
  if (kinds.has(kind.name)) throw new Error(`Two outbox kinds are called ${kind.name}`);
  kinds.set(kind.name, kind);
  return kind;
}

export const kindOf = (name: string): AnyKind | undefined => kinds.get(name);
