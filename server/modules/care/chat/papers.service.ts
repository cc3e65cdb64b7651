import { and, eq, sql } from 'drizzle-orm';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { hasEnded } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { attachPaper } from '#server/modules/sales/documents/documents.service.ts';
import { saleInReachOf } from '#server/modules/sales/people/people.scope.ts';
import { boughtBy } from './chat.queries.ts';
import { messageFiles } from './chat.table.ts';
import type { RoomName } from './chat.service.ts';
import { requireMessage } from './messages.service.ts';

export interface Filing {
  _id: number;
  files?: string | undefined;
  value: string;
  precontrato_id?: number | undefined;
}

/**
 * Files an attachment as a document of the person's sale: the same bytes, linked to the message. Returns the document's
 * own sentence. Raises 404, 409 (SALE_ENDED, CONSENT, PAPER_CLOSED, SAME_FILE), 422 at the field.
 */
export async function fileAsPaper(ctx: Context, room: RoomName, asked: Filing): Promise<string> {
  const { message } = await requireMessage(ctx, room, asked._id);
  const found = await ctx.db
    .select({ id: files.id, name: files.name, mime: files.mime, size: files.size, sha256: files.sha256 })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(eq(messageFiles.messageId, message.id));
  const file = asked.files ? found.find(({ id }) => id === asked.files) : found[0];
  if (!file) throw invalid([{ field: 'files', message: 'Ese mensaje no tiene ese archivo.' }]);
  if (!PAPER_FILE.types.some((type) => type === file.mime) || file.size > PAPER_FILE.maxSize)
    throw invalid([{ field: 'files', message: 'Un documento es una foto o un PDF de hasta 10 MB.' }]);

  const sale = await saleOf(ctx, room.personId, asked.precontrato_id);
  if (hasEnded(sale.stateId)) throw conflict('SALE_ENDED', 'Esta compra terminó: ya no recibe archivos.');
  if (!(await consentsOf(ctx.db, sale.id)).datos)
    throw conflict(
      'CONSENT',
      'El comprador todavía no aceptó el uso de sus datos: no se guardan sus documentos.',
    );
  const known = await row(ctx.db, sql`select from document_types where name = ${asked.value}`);
  if (!known) throw invalid([{ field: 'value', message: 'Elige qué documento es.' }]);
  const { documentId, attachedText } = await attachPaper(ctx, {
    saleId: sale.id,
    type: asked.value,
    upload: { field: 'files', ...file },
  });
  await ctx.db
    .update(messageFiles)
    .set({ documentId })
    .where(and(eq(messageFiles.messageId, message.id), eq(messageFiles.fileId, file.id)));
  return attachedText;
}

/** The sale that was named, or the person's newest one in progress; within the caller's reach for documents. */
async function saleOf(
  ctx: Context,
  personId: number,
  id: number | undefined,
): Promise<{ id: number; stateId: number }> {
  const found = await row<{ id: number; stateId: number }>(
    ctx.db,
    sql`select s.id, s.state_id "stateId" from sales s
      where ${boughtBy(personId)}
        and ${id === undefined ? sql`true` : sql`s.id = ${id}`} and ${saleInReachOf(ctx, 'documentos.crear')}
      order by s.id desc limit 1`,
  );
  if (!found) throw notFound();
  return found;
}
