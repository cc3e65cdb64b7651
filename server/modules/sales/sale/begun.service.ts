import { eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

/** The browser that began a sale has no right to it any more. */
export async function forgetWhoBegan(db: Db, saleId: number): Promise<void> {
  await db.update(sales).set({ startedBy: null }).where(eq(sales.id, saleId));
}
