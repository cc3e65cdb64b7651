import type { PaperField } from '#contract/sales/purchase/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { attachPaper, detachPaper } from '#server/modules/sales/documents/documents.service.ts';
import { requireDraft } from './draft.service.ts';
import { ownSale, type Sale } from './own.service.ts';
import { requireDrawing, requirePapersAllowed } from './uploads.service.ts';

/**
 * Stores one document sent by a plain form. Raises 404, 409 CONSENT, PAPER_CLOSED and SAME_FILE, 422 without a file.
 */
export async function sendPaper(
  ctx: Context,
  saleId: number,
  { campo, posicion }: { campo: PaperField; posicion: number },
): Promise<{ sale: Sale; documentId: number; attachedText: string }> {
  const sale = await ownSale(ctx, saleId, true);
  await requirePapersAllowed(ctx, sale);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Elige el archivo.' }]);
  await requireDrawing(ctx, { ...upload, field: campo });
  const position = campo === 'cedula_beneficiario' ? Math.max(1, posicion) : 0;
  const { documentId, attachedText } = await attachPaper(ctx, { saleId, type: campo, position, upload });
  return { sale, documentId, attachedText };
}

/** Removes a file from a draft. Raises 404, and 409 after the pre-contract was sent. */
export async function removePaper(
  ctx: Context,
  saleId: number,
  field: PaperField,
  position: number,
): Promise<void> {
  const sale = await ownSale(ctx, saleId, true);
  requireDraft(sale);
  await detachPaper(ctx, sale.id, field, position);
}
