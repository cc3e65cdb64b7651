import { and, asc, eq } from 'drizzle-orm';
import { DONE_DOCUMENTS, MISSING_DOCUMENTS } from '#contract/sales/documents/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { documents } from './documents.table.ts';

/** Labels of a sale's required documents that block its transitions, for the rules of the sale. */
export async function papersStanding(
  db: Db,
  saleId: number,
): Promise<{ toApprove: string[]; open: string[] }> {
  const rows = await db
    .select({ label: documents.label, stateId: documents.stateId })
    .from(documents)
    .where(and(eq(documents.saleId, saleId), eq(documents.required, true)))
    .orderBy(asc(documents.typeId), asc(documents.position));
  const done: readonly number[] = DONE_DOCUMENTS;
  const open: readonly number[] = MISSING_DOCUMENTS;
  return {
    toApprove: rows.filter(({ stateId }) => !done.includes(stateId)).map(({ label }) => label),
    open: rows.filter(({ stateId }) => open.includes(stateId)).map(({ label }) => label),
  };
}
