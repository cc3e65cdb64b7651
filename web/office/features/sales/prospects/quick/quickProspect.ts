import type { z } from 'zod';
import { createProspect } from '#contract/sales/prospects/endpoints.ts';
import type { KnownPerson, NewProspect } from '#contract/sales/prospects/model.ts';
import type { OutboxItem } from '#web/office/lib/outbox/database.ts';
import { outboxKind } from '#web/office/lib/outbox/kinds.ts';

export type QuickProspect = z.input<typeof NewProspect>;

export const quickProspect = outboxKind({
  name: 'prospecto',
  endpoint: createProspect,
  toArgs: (typed: QuickProspect) => ({ body: typed }),
  title: ({ nombre }) => nombre,
  page: '/oficina/prospectos/rapido',
});

/** The persons that the server knows with this phone; null when the refusal is not PERSON_EXISTS. */
export function knownOf({ refusal }: OutboxItem): KnownPerson[] | null {
  if (refusal?.code !== 'PERSON_EXISTS') return null;
  const { known } = (refusal.current ?? {}) as { known?: KnownPerson[] };
  return known ?? [];
}
