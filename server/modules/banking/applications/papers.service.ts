import type { Context } from '#server/kernel/context.ts';
import { askForPaper } from '#server/modules/sales/documents/papers.service.ts';
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
    await askForPaper(ctx, { saleId: found.sale.id, typeId: one.typeId, label: one.label });
  }
}
