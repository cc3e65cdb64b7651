import type { Args, EndpointSpec } from '#contract/endpoint.ts';
import type { ItemFile } from './database.ts';

/** What a kind may use beside what was typed. */
export interface Given {
  files: readonly ItemFile[];
  /** Answer of the item that this one was waiting for. */
  first: unknown;
}

/** An endpoint whose repeats answer what the first one did. */
export type Repeatable = EndpointSpec & { idempotent: true };

export interface OutboxKind<Typed, E extends Repeatable> {
  /** Kept with each item: it does not change between releases. */
  name: string;
  endpoint: E;
  toArgs: (typed: Typed, given: Given) => Args<E>;
  /** What people call the item: "Ana Ruiz". */
  title: (typed: Typed) => string;
  /** Where it is typed and corrected. */
  page: string;
}

/** A kind as the sender takes it, whatever is typed there. */
interface AnyKind {
  name: string;
  endpoint: EndpointSpec;
  toArgs: (typed: never, given: Given) => object;
  page: string;
}

const kinds = new Map<string, AnyKind>();

/**
 * Declares what can be typed without a line. A page sends the kinds that it has loaded; the office's frame loads all of them
 * (features/overview/frame/OutboxButton.tsx).
 */
export function outboxKind<Typed, const E extends Repeatable>(
  kind: OutboxKind<Typed, E>,
): OutboxKind<Typed, E> {
  if (kinds.has(kind.name)) throw new Error(`Two outbox kinds are called ${kind.name}`);
  kinds.set(kind.name, kind);
  return kind;
}

export const kindOf = (name: string): AnyKind | undefined => kinds.get(name);
