import { POSTING_EVENTS } from '#contract/money/ledger/rules.ts';
import { sql, type Db } from '#server/kernel/db.ts';
import { postingRules } from './ledger.table.ts';

/** The day from which the product's rules hold: before any record. */
const ALWAYS = '2000-01-01';

/** Adds the product's rule of each kind of event that has none yet. */
export async function seedPostingRules(db: Db): Promise<void> {
  const known = await db.selectDistinct({ kind: postingRules.eventKind }).from(postingRules);
  const missing = Object.entries(POSTING_EVENTS).filter(([kind]) => !known.some((one) => one.kind === kind));
  if (missing.length === 0) return;
  await db.insert(postingRules).values(
    missing.map(([eventKind, { lines }]) => ({
      eventKind,
      validFrom: ALWAYS,
      lines,
      createdAt: sql`now()`,
    })),
  );
}
