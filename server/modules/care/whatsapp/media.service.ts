import { eq, sql } from 'drizzle-orm';
import { CHAT_FILE } from '#contract/care/chat/model.ts';
import { DAILY_FILES } from '#contract/care/chat/rules.ts';
import { DAY_MS } from '#contract/dates.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { row } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { isFull } from '#server/kernel/space.ts';
import { learn } from '#server/modules/care/chat/channel.service.ts';
import { attach } from '#server/modules/care/chat/chat.service.ts';
import { MEDIA_GONE, MEDIA_KIND, MEDIA_LARGE, MEDIA_LATE, MEDIA_MANY } from './faults.ts';
import { FetchMedia } from './names.ts';
import { accessOf, download, WhatsappFault } from './whatsapp.client.ts';
import { whatsappMedia } from './whatsapp.table.ts';

const TRIES = 8;

/**
 * Fetches the file of a message once: within size, kind and the day's number of files of one telephone. What cannot be had
 * ends in a sentence at the message.
 */
export async function fetchMediaOf(ctx: JobContext, messageId: number): Promise<void> {
  const access = accessOf(ctx.config);
  const [media] = await ctx.db.select().from(whatsappMedia).where(eq(whatsappMedia.messageId, messageId));
  if (!access || media?.state !== 'waiting') return;
  const end = (remark: string) =>
    inTransaction(ctx, async (inside) => {
      await inside.db
        .update(whatsappMedia)
        .set({ state: 'gone' })
        .where(eq(whatsappMedia.messageId, messageId));
      await learn(inside, messageId, { remark });
    });
  if (media.attempts === 0 && (await tooMany(ctx, messageId))) return end(MEDIA_MANY);
  await ctx.db
    .update(whatsappMedia)
    .set({ attempts: media.attempts + 1 })
    .where(eq(whatsappMedia.messageId, messageId));
  try {
    if (await isFull(ctx.config, CHAT_FILE.maxSize)) throw new WhatsappFault('unsent', null);
    const { stream, size } = await download(access, media.mediaId);
    if (size > CHAT_FILE.maxSize) {
      stream.destroy();
      return end(MEDIA_LARGE);
    }
    const file = await ctx.files.receive({ field: 'file', name: media.name, stream }, CHAT_FILE);
    await inTransaction(ctx, async (inside) => {
      const taken = await inside.db
        .update(whatsappMedia)
        .set({ state: 'stored' })
        .where(sql`${whatsappMedia.messageId} = ${messageId} and ${whatsappMedia.state} = 'waiting'`)
        .returning();
      // Another worker was faster.
      if (taken.length === 0) return;
      await attach(inside, messageId, file);
      await learn(inside, messageId, { remark: null });
    });
  } catch (error) {
    if (error instanceof Refused) return end(error.status === 413 ? MEDIA_LARGE : MEDIA_KIND);
    if (error instanceof WhatsappFault && error.kind === 'gone') return end(MEDIA_GONE);
    if (media.attempts + 1 >= TRIES) return end(MEDIA_LATE);
    ctx.log.warn({ err: error }, 'a file of whatsapp did not arrive');
    const after = new Date(ctx.now.getTime() + 5000 * 2 ** media.attempts);
    await ctx.jobs.send(ctx.db, FetchMedia, { messageId }, { after });
  }
}

/** A stranger fills no disk: one telephone's files of 24 hours are bounded (findings A1). */
async function tooMany(ctx: JobContext, messageId: number): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - DAY_MS);
  const found = await row<{ stored: number }>(
    ctx.db,
    sql`select count(*)::int stored from whatsapp_messages w join whatsapp_messages o on o.address_id = w.address_id and o.direction = 'in'
        join whatsapp_media d on d.message_id = o.message_id and d.attempts > 0
      where w.message_id = ${messageId} and w.direction = 'in' and o.created_at > ${since}`,
  );
  return found!.stored >= DAILY_FILES;
}
