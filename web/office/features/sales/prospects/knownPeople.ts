import type { KnownPerson } from '#contract/sales/prospects/model.ts';
import { Refusal } from '#web/office/lib/refusal.ts';

/** Who is known under the same keys, where that is why the server refused; else null. */
export function knownIn(error: unknown): KnownPerson[] | null {
  if (!(error instanceof Refusal) || error.code !== 'PERSON_EXISTS') return null;
  return (error.answer.current as { known?: KnownPerson[] } | undefined)?.known ?? [];
}
