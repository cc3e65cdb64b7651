import { linkText, linkValues } from '#contract/legal/seals/chain.ts';
import type { ChainEvent } from '#contract/legal/seals/model.ts';
import { sha256 } from '#server/kernel/secrets.ts';

/** The hash of a link with these values (SHA-256, hexadecimal). Objects are hashed with their keys sorted. */
export const hashOfLink = (previousHash: string | null, values: readonly unknown[]): string =>
  sha256(linkText(previousHash, values));

/** The hash of an event after the event with `previousHash`; null: it is the first. */
export const linkOf = (
  previousHash: string | null,
  event: Omit<ChainEvent, 'hash' | 'previousHash'>,
): string => hashOfLink(previousHash, linkValues(event));

/** The sequence of the first event that does not follow from the one before it; null when the chain is whole. */
export function brokenLink(events: readonly ChainEvent[]): number | null {
  let before: string | null = null;
  for (const [at, event] of events.entries()) {
    const fits = event.sequence === at + 1 && event.previousHash === before;
    if (!fits || linkOf(before, event) !== event.hash) return event.sequence;
    before = event.hash;
  }
  return null;
}
