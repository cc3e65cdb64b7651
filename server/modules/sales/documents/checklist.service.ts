import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { findRequirements } from './documents.queries.ts';
import { documentRequirements, documents } from './documents.table.ts';

/**
 * Creates the documents that a sale needs today. Existing ones keep their files and become required. After a change of
 * sector or form of payment, documents no longer needed stay but are not required.
 */
export async function createChecklist(
  ctx: Acting,
  sale: { id: number; workSector: string | null; paymentForm: string },
): Promise<void> {
  const needed = await findRequirements(ctx.db, panamaDay(ctx.now), sale);
  await ctx.db
    .update(documents)
    .set({ required: false })
    .where(
      and(
        eq(documents.saleId, sale.id),
        eq(documents.position, 0),
        inArray(
          documents.typeId,
          ctx.db.select({ id: documentRequirements.typeId }).from(documentRequirements),
        ),
        notInArray(
          documents.typeId,
          needed.map(({ type }) => type.id),
        ),
      ),
    );
  // If two requirements have the same type, the last one wins.
  const slots = [...new Map(needed.map((one) => [one.type.id, one])).values()];
  if (slots.length === 0) return;
  const labelOf = ({ requirement, type }: (typeof slots)[number]) => requirement.label ?? type.label;
  const kept = await ctx.db
    .insert(documents)
    .values(
      slots.map((one) => ({
        saleId: sale.id,
        typeId: one.type.id,
        label: labelOf(one),
        required: one.requirement.required,
        stateId: DOCUMENT.pending,
        createdAt: ctx.now,
      })),
    )
    .onConflictDoUpdate({
      target: [documents.saleId, documents.typeId, documents.position],
      set: { required: sql`excluded.required`, label: sql`excluded.label` },
    })
    // xmax is 0 only for inserted rows; an updated row carries this statement's lock.
    .returning({ fresh: sql<boolean>`${documents}.xmax = 0` });
  // One change for the whole list: it begins as pending, and `created_at` says when.
  if (kept.some(({ fresh }) => fresh))
    await announce(ctx, {
      record: 'documento',
      id: 0,
      from: null,
      to: DOCUMENT.pending,
      of: ['precontrato', sale.id],
    });
}
