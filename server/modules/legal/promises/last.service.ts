import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { promises } from './promises.table.ts';

export type PromiseRow = typeof promises.$inferSelect;

/** The newest round of a sale; undefined without one. */
export const lastPromise = async (db: Db, saleId: number): Promise<PromiseRow | undefined> =>
  (
    await db
      .select()
      .from(promises)
      .where(eq(promises.saleId, saleId))
      .orderBy(sql`${promises.round} desc`)
      .limit(1)
  )[0];

/** The sale's columns that the rules of its promise need. */
export const saleColumns = {
  id: sales.id,
  code: sales.code,
  stateId: sales.stateId,
  receivedAt: sales.receivedAt,
  version: sales.version,
  projectId: sales.projectId,
  modelId: sales.modelId,
  paymentForm: sales.paymentForm,
  adviserId: sales.adviserId,
  processorId: sales.processorId,
  lawyerId: sales.lawyerId,
  priceCents: sales.priceCents,
};
