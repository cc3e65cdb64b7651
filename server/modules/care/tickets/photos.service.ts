import type { TicketFile } from '#contract/care/tickets/model.ts';
import type { z } from 'zod';
import type { Acting, Context } from '#server/kernel/context.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFiles, fileUrl } from '#server/modules/company/files/files.service.ts';
import { photosOf } from './tickets.queries.ts';
import { ticketPhotos } from './tickets.table.ts';

type Of = { ticketId: number } | { messageId: number };

/** Keeps photographs with a part of a ticket, and among the ticket's files. */
export async function keepTicketPhotos(
  ctx: Acting,
  ticketId: number,
  of: Of,
  photos: readonly UploadedFile[],
): Promise<void> {
  if (photos.length === 0) return;
  const ids = await addFiles(
    ctx,
    photos.map((photo) => [{ reference: 'ticket', referenceId: ticketId, sensitive: false }, photo] as const),
  );
  await ctx.db.insert(ticketPhotos).values(ids.map((fileId, position) => ({ ...of, fileId, position })));
}

/** Photographs of some parts, by part, with URLs for the caller's session. */
export async function presentPhotos(
  ctx: Pick<Context, 'db' | 'staff' | 'client' | 'now' | 'sign'>,
  of: Parameters<typeof photosOf>[1],
  ids: readonly number[],
): Promise<(id: number) => z.input<typeof TicketFile>[]> {
  const found = Map.groupBy(ids.length > 0 ? await photosOf(ctx.db, of, ids) : [], ({ ofId }) => ofId);
  return (id) =>
    (found.get(id) ?? []).map((one) => ({ id: one.id, name: one.name, url: fileUrl(ctx, one.id) }));
}
