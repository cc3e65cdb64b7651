import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

/** Kinds of search entries. */
export const SEARCHED = { person: 1, sale: 2, lot: 3 } as const;

/**
 * One row per searchable record: people, sales (by their person) and lots. Triggers update it in the transaction of
 * each change. Each kind has a trigram index.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    /** 1 person · 2 sale · 3 lot */
    kind: smallint('kind').notNull(),
    ref: bigint('ref', { mode: 'number' }).notNull(),
    /**
     * Name without accents and capitals, document number without separators, telephone; for a lot, its project and
     * name.
     */
    words: text('words').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.ref] }),
    wordsOf('search_entries_people', SEARCHED.person),
    wordsOf('search_entries_sales', SEARCHED.sale),
    wordsOf('search_entries_lots', SEARCHED.lot),
  ],
);

/** A GIN index keeps recent writes in a pending list that every search scans, so the list is kept short. */
function wordsOf(name: string, kind: number) {
  return index(name)
    .using('gin', sql`words gin_trgm_ops`)
    .with({ gin_pending_list_limit: 128 })
    .where(sql.raw(`kind = ${kind}`));
}
