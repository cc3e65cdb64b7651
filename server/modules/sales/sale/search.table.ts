import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/** What an entry of the search stands for. */
export const SEARCHED = { person: 1, sale: 2, lot: 3 } as const;

/**
 * What is found by words, one entry each: people, sales (by their person) and lots. Triggers keep it in the transaction of every
 * change; one trigram index per kind answers.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    /** 1 person · 2 sale · 3 lot */
    kind: smallint('kind').notNull(),
    ref: bigint('ref', { mode: 'number' }).notNull(),
    /** Name without accents and capitals, bare number of the document, telephone; of a lot, its project and name. */
    words: text('words').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.ref] }),
    wordsOf('search_entries_people', SEARCHED.person),
    wordsOf('search_entries_sales', SEARCHED.sale),
    wordsOf('search_entries_lots', SEARCHED.lot),
  ],
);

/** What was just written waits in a list that every search reads: it is kept short. */
function wordsOf(name: string, kind: number) {
  return index(name)
    .using('gin', sql`words gin_trgm_ops`)
    .with({ gin_pending_list_limit: 128 })
    .where(sql.raw(`kind = ${kind}`));
}
