import { and, asc, eq } from 'drizzle-orm';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { documents } from './documents.table.ts';

/** Labels of a sale's required papers that stand in the way, for the rules of the sale. */
export async function papersStanding(
  db: Db,
  saleId: number,
): Promise<{ toApprove: string[]; open: string[] }> {
  const rows = await db
    .select({ label: documents.label, stateId: documents.stateId })
    .from(documents)
    .where(and(eq(documents.saleId, saleId), eq(documents.required, true)))
    .orderBy(asc(documents.typeId), asc(documents.position));
  const done: number[] = [DOCUMENT.approved, DOCUMENT.notApplicable, DOCUMENT.signed];
  const open: number[] = [DOCUMENT.pending, DOCUMENT.rejected, DOCUMENT.expired];
  return {
    toApprove: rows.filter(({ stateId }) => !done.includes(stateId)).map(({ label }) => label),
    open: rows.filter(({ stateId }) => open.includes(stateId)).map(({ label }) => label),
  };
}
