import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import type { ApplicationFound } from './reading.service.ts';
import { matrixFor } from './facts.service.ts';

/**
 * Makes the slots of the papers that the bank of an application requires and the sale has none of. They are not required of the
 * pre-contract: a bank's own paper does not hold up the file.
 */
export async function askForPapers(ctx: Context, found: ApplicationFound): Promise<void> {
  const matrix = await matrixFor(ctx, found, [found.application]);
  for (const one of matrix.asked.get(found.application.bankId) ?? []) {
    const cell = matrix.rows.find(({ key }) => key === `papel-${one.typeId}`);
    if (!one.required || cell?.document_id !== null || cell.cells.every(({ gap }) => gap === 'listo'))
      continue;
    const [made] = await ctx.db
      .insert(documents)
      .values({
        saleId: found.sale.id,
        typeId: one.typeId,
        label: one.label,
        required: false,
        stateId: DOCUMENT.pending,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: documents.id });
    if (made)
      await announce(ctx, {
        record: 'documento',
        id: made.id,
        from: null,
        to: DOCUMENT.pending,
        of: ['precontrato', found.sale.id],
      });
  }
}
