import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { Id } from '#contract/ids.ts';

const cents = z.number().int();

/** The entries of a record, for its page. */
export const RecordEntry = z.object({
  id: z.number().int(),
  number: z.string(),
  day: z.string(),
  description: z.string(),
  reversed: z.boolean(),
  lines: z.array(z.object({ account: z.string(), debit: cents, credit: cents })),
});
export type RecordEntry = z.infer<typeof RecordEntry>;

export const listRecordEntries = endpoint({
  method: 'GET',
  path: '/api/accounting/records/:record/:id/entries',
  access: 'contabilidad.ver',
  shows: ['asiento'],
  summary: 'Los asientos que dejó un registro',
  params: z.object({ record: z.string().max(40), id: Id }),
  answer: data(z.array(RecordEntry)),
});
