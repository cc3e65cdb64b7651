import { eq, sql } from 'drizzle-orm';
import type { Turn } from '#contract/sales/sale/turn.ts';
import type { Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

type Derived = Pick<
  typeof sales.$inferInsert,
  'turn' | 'nextStep' | 'boardStage' | 'boardSince' | 'boardDue'
>;

/**
 * Writes derived columns of a sale: turn, next step, place on the board. Does not raise the version, because no user
 * decided it.
 */
export async function writeDerived(db: Db, saleId: number, set: Derived): Promise<void> {
  await db.update(sales).set(set).where(eq(sales.id, saleId));
}

/** Writes turn and next step of many sales in one statement. */
export async function writeSteps(
  db: Db,
  steps: readonly { id: number; turn: Turn; text: string }[],
): Promise<void> {
  await db.execute(sql`update sales s set turn = k.turn, next_step = k.text
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) k(id bigint, turn text, text text) where s.id = k.id`);
}
