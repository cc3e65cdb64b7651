import { parseMoney } from '#contract/money.ts';
import { fieldError, paymentPairError } from '#contract/sales/purchase/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { attachPaper } from '#server/modules/sales/documents/documents.service.ts';
import { papersNow, takesFile } from '#server/modules/sales/documents/papers.service.ts';
import { reportPayment } from '#server/modules/money/payments/payments.service.ts';
import { ownSale, type Sale } from '#server/modules/sales/purchase/own.service.ts';

/**
 * Reports the separation payment with proof and amount; a proof uploaded before counts if none is sent. A report can be
 * corrected until accounting starts its review. Raises 404, 409 while a report is in review, 422 at a missing proof or
 * amount, a malformed amount, or an unconfirmed amount that differs from the one due.
 */
export async function reportSeparation(
  ctx: Context,
  saleId: number,
  typed: string,
  confirmed: boolean,
): Promise<Sale> {
  const sale = await ownSale(ctx, saleId, true);
  if (sale.stateId === SALE.draft)
    throw conflict('NOT_SENT', 'Primero completa y envía tu formulario; ahí mismo puedes adjuntar tu pago.');
  if (sale.stateId === SALE.expired)
    throw conflict(
      'LOT_FREED',
      'El tiempo de tu lote terminó: revisa primero si sigue libre, y después paga.',
    );
  const malformed = fieldError('monto_pagado', typed);
  if (malformed) throw invalid([{ field: 'monto_pagado', message: malformed }]);
  const [sent] = ctx.uploads.get('archivo_comprobante') ?? [];
  const proof = sent ?? (await proofSentBefore(ctx, saleId));
  const lacks = paymentPairError({ proof: proof !== undefined, amount: typed.trim() !== '' });
  if (lacks) throw invalid([{ field: lacks.field, message: lacks.label }]);
  const read = parseMoney(typed);
  const cents = 'cents' in read ? read.cents : undefined;
  await reportPayment(ctx, { saleId, cents, proof, confirmed });
  if (sent) await fileProof(ctx, saleId, sent);
  return sale;
}

async function proofSentBefore(ctx: Context, saleId: number): Promise<UploadedFile | undefined> {
  const papers = await papersNow(ctx.db, saleId);
  const file = papers.find(({ field }) => field === 'archivo_comprobante')?.file;
  return file ? { ...file, field: 'archivo_comprobante' } : undefined;
}

/** Also stores the proof as a document of the sale, if that document still accepts files. */
async function fileProof(ctx: Context, saleId: number, upload: UploadedFile): Promise<void> {
  const paper = (await papersNow(ctx.db, saleId)).find(({ field }) => field === 'archivo_comprobante');
  if (paper && !takesFile(paper.stateId)) return;
  try {
    await attachPaper(ctx, { saleId, type: 'archivo_comprobante', upload });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
