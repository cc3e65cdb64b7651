import type { KnownPerson } from '#contract/sales/prospects/model.ts';
import { Refusal } from '#web/office/lib/refusal.ts';

/** The known persons in a PERSON_EXISTS refusal; null for any other error. */
export function knownIn(error: unknown): KnownPerson[] | null {
  if (!(error instanceof Refusal) || error.code !== 'PERSON_EXISTS') return null;
  return (error.answer.current as { known?: KnownPerson[] } | undefined)?.known ?? [];
}
