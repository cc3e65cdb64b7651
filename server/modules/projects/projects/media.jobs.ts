import { eq, like } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { job } from '#server/kernel/jobs.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { bare } from './media.service.ts';
import { media } from './projects.table.ts';

/** Set once every picture of an earlier version was looked at. */
const DONE_KEY = 'mediaBare';

/**
 * Once: pictures that an earlier version published with what hides in a photograph (where it was taken) are replaced by what is seen of
 * them. A crash in between: the next night goes on.
 */
export const bareMedia = job({
  name: 'projects.bareMedia',
  payload: z.object({}),
  cron: '50 3 * * *',
  ownTransactions: true,
  async run(ctx) {
    const [done] = await ctx.db.select().from(settings).where(eq(settings.key, DONE_KEY));
    if (done) return;
    const { default: sharp } = await import('sharp');
    const pictures = await ctx.db.select().from(media).where(like(media.mime, 'image/%'));
    for (const { id, sha256, mime } of pictures) {
      if (!(await ctx.files.store.has(sha256))) continue;
      const picture = sharp(await buffer(await ctx.files.store.read(sha256)));
      const { exif, xmp, iptc } = await picture.metadata();
      if (!exif && !xmp && !iptc) continue;
      const kept = await ctx.files.keep(await bare(picture.rotate(), mime), 'imagen', mime);
      await ctx.db.update(media).set({ sha256: kept.sha256 }).where(eq(media.id, id));
    }
    await ctx.db
      .insert(settings)
      .values({ key: DONE_KEY, value: true, updatedAt: ctx.now })
      .onConflictDoNothing();
  },
});
