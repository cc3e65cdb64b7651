import { inArray, or } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { handoverPhotos } from './handover.table.ts';

/** Photographs of inspections and of corrected items, for whoever may see them. */
export async function photosOf(
  ctx: Pick<Context, 'db' | 'staff' | 'client' | 'now' | 'sign'>,
  of: { inspections?: readonly number[]; items?: readonly number[] },
) {
  const found = await ctx.db
    .select()
    .from(handoverPhotos)
    .where(
      or(
        inArray(handoverPhotos.inspectionId, [0, ...(of.inspections ?? [])]),
        inArray(handoverPhotos.itemId, [0, ...(of.items ?? [])]),
      ),
    )
    .orderBy(handoverPhotos.fileId);
  return found.map((one) => ({ ...one, url: fileUrl(ctx, one.fileId) }));
}
export const asPhoto = ({ fileId, url }: { fileId: string; url: string }) => ({ id: fileId, url });
