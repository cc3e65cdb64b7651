import { z } from 'zod';
import { IsoDate } from '#contract/dates.ts';
import { Id } from '#contract/ids.ts';
import { pageBy } from '#contract/paging.ts';

/** What an entry of the register is. The amounts of the last two are negative. */
export const ENTRY_KINDS = { recibo: 'Recibo', reverso: 'Reverso', devolucion: 'Devolución' } as const;
export const EntryKind = z.enum(['recibo', 'reverso', 'devolucion']);
export type EntryKind = z.infer<typeof EntryKind>;

/** Sort columns: dia (the bank's day, default, newest first) · monto. */
export const ReceivedFilter = pageBy('dia', 'monto').extend({
  desde: IsoDate.optional(),
  hasta: IsoDate.optional(),
  /** The company's account of the statement line; money that was typed by hand has none. */
  cuenta_id: Id.optional(),
  proyecto_id: Id.optional(),
  clase: EntryKind.optional(),
  /** Code, name, telephone, identity document or bank reference. */
  q: z.string().trim().max(80).optional(),
});
export type ReceivedFilter = z.infer<typeof ReceivedFilter>;

const Named = z.object({ id: z.number().int(), name: z.string() });

/** An entry of the register of money received: a receipt, its reversal, or a refund that was paid. */
export const ReceivedRow = z.object({
  /** Unique in the list: `recibo-7`. */
  key: z.string(),
  kind: EntryKind,
  /** Null for a refund. */
  payment_id: z.number().int().nullable(),
  /** YYYY-MM-DD: the bank's day (rulings.md 46). */
  day: z.string(),
  /** Positive: the money came in. */
  centavos: z.number().int(),
  bank: Named,
  reference: z.string(),
  /** Null when no line of a statement is known. */
  account: Named.nullable(),
  /** Who confirmed, reversed or paid it, and when. */
  by: z.string(),
  at: z.string(),
  sale: z.object({ id: z.number().int(), code: z.string().nullable() }),
  name: z.string(),
  project: Named,
  concept: z.string(),
  receipt: z.string().nullable(),
  /** A receipt for a part of its due. */
  partial: z.boolean(),
  /** A receipt that was reversed: its reversal is another entry. */
  reversed: z.boolean(),
});
export type ReceivedRow = z.infer<typeof ReceivedRow>;
