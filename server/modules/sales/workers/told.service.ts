import { eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** The adviser and the processor of a sale. */
export async function workersOf(db: Db, saleId: number): Promise<(number | null)[]> {
  const [sale] = await db
    .select({ adviser: sales.adviserId, processor: sales.processorId })
    .from(sales)
    .where(eq(sales.id, saleId));
  return sale ? [sale.adviser, sale.processor] : [];
}

/** The lawyer of a sale; without one, all users with legal.editar. */
export async function lawyersOf(
  db: Db,
  { id, projectId }: { id: number; projectId: number },
): Promise<number[]> {
  const [sale] = await db.select({ lawyerId: sales.lawyerId }).from(sales).where(eq(sales.id, id));
  return sale?.lawyerId ? [sale.lawyerId] : whoMay(db, 'legal.editar', projectId);
}
