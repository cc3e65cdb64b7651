import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { HOUR_MS } from '#contract/dates.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import type { Acting, Services } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { learn } from '#server/modules/care/chat/channel.service.ts';
import { lockAddress } from './address.service.ts';
import { faultText, LOST, REFUSED_TOKEN, TEMPLATE_FAULTS, UNKNOWN } from './faults.ts';
import { writeOgg } from '#server/kernel/sound/ogg.ts';
import { readWebm } from '#server/kernel/sound/webm.ts';
import { VOICE_NAME } from '#contract/care/chat/rules.ts';
import { apply, delivered } from './incoming.service.ts';
import { SendWaiting, SyncTemplates } from './names.ts';
import { accessOf, send, upload, WhatsappFault, type Access } from './whatsapp.client.ts';
import { whatsappAccount, whatsappAddresses, whatsappMessages } from './whatsapp.table.ts';

type Part = typeof whatsappMessages.$inferSelect;

/** After this long a worker that took a message is gone: what became of the message is unknown. */
const TAKEN_MS = 90_000;
/** A job's clock stands still: after this long another job goes on with its own. */
const SHIFT_MS = 30_000;
/** A status comes within seconds. After this silence, while other news arrived, the provider never got the message. */
const SILENCE_MS = 10 * 60_000;
const GIVE_UP_MS = 24 * HOUR_MS;
const MOST_WAIT_MS = 10 * 60_000;
const backOff = (tries: number) => Math.min(MOST_WAIT_MS, 5000 * 2 ** Math.min(tries, 10));

/** Sends what waits for a number, in order, one at a time. What becomes of each is written before the next. */
export async function sendWaiting(ctx: JobContext, addressId: number): Promise<void> {
  const access = accessOf(ctx.config);
  if (!access) return;
  const until = performance.now() + SHIFT_MS;
  for (let part = await take(ctx, addressId); part; part = await take(ctx, addressId)) {
    if (!(await sendPart(ctx, access, part))) return;
    if (performance.now() > until) return ctx.jobs.send(ctx.db, SendWaiting, { addressId });
  }
}

/** Takes the next message of a number; undefined if none is due, or another worker is at it. */
const take = (ctx: JobContext, addressId: number): Promise<(Part & { phone: string }) | undefined> =>
  inTransaction(ctx, async (inside) => {
    const address = await lockAddress(inside, eq(whatsappAddresses.id, addressId));
    const account = await readAccount(inside);
    if (!address) return undefined;
    const [next] = await inside.db
      .select()
      .from(whatsappMessages)
      .where(
        and(
          eq(whatsappMessages.addressId, addressId),
          sql`${whatsappMessages.state} in ('queued', 'sending')`,
        ),
      )
      .orderBy(asc(whatsappMessages.id))
      .limit(1);
    if (next?.state !== 'queued') return undefined;
    const due = [next.dueAt, account?.retryAt].filter((at) => at != null && at > inside.now) as Date[];
    if (due.length > 0) {
      const after = new Date(Math.max(...due.map((at) => at.getTime())));
      await inside.jobs.send(inside.db, SendWaiting, { addressId }, { after });
      return undefined;
    }
    await inside.db
      .update(whatsappMessages)
      .set({ state: 'sending', attempts: next.attempts + 1, attemptedAt: inside.now })
      .where(eq(whatsappMessages.id, next.id));
    return { ...next, attempts: next.attempts + 1, phone: address.phone };
  });

export const readAccount = async (ctx: Pick<Acting, 'db'>) =>
  (await ctx.db.select().from(whatsappAccount).where(eq(whatsappAccount.id, 1)))[0];

/** Sends one part. Returns whether the next one may follow now. */
async function sendPart(ctx: JobContext, access: Access, part: Part & { phone: string }): Promise<boolean> {
  try {
    const wamid = await send(access, part.phone, await bodyOf(ctx, access, part.payload!), part.key);
    await inTransaction(ctx, (inside) => wasSent(inside, part, wamid));
    return true;
  } catch (error) {
    if (!(error instanceof WhatsappFault)) throw error;
    ctx.log.warn({ kind: error.kind, code: error.code }, 'whatsapp did not take a message');
    return inTransaction(ctx, (inside) => wasNotSent(inside, part, error));
  }
}

async function wasSent(ctx: Acting, part: Part, wamid: string): Promise<void> {
  await lockAddress(ctx, eq(whatsappAddresses.id, part.addressId));
  const [mine] = await ctx.db
    .update(whatsappMessages)
    .set({ wamid, state: 'done' })
    .where(and(eq(whatsappMessages.id, part.id), isNull(whatsappMessages.wamid)))
    .returning();
  if (mine) {
    await delivered(ctx, part.messageId, wamid, part.part);
    await apply(ctx, wamid);
  }
  await ctx.db
    .update(whatsappAccount)
    .set({ refusedSince: null, refusals: 0, retryAt: null })
    .where(and(eq(whatsappAccount.id, 1), sql`refused_since is not null`));
}

async function wasNotSent(ctx: Acting, part: Part, { kind, code }: WhatsappFault): Promise<boolean> {
  await lockAddress(ctx, eq(whatsappAddresses.id, part.addressId));
  const set = (values: Partial<Part>) =>
    ctx.db
      .update(whatsappMessages)
      .set(values)
      .where(and(eq(whatsappMessages.id, part.id), eq(whatsappMessages.state, 'sending')));
  if (kind === 'unknown') {
    await set({ state: 'unknown' });
    await learn(ctx, part.messageId, { remark: UNKNOWN });
    return true;
  }
  const tooOld = ctx.now.getTime() - part.createdAt.getTime() > GIVE_UP_MS;
  if (kind === 'refused' || kind === 'gone' || tooOld) {
    await set({ state: 'failed' });
    await learn(ctx, part.messageId, { state: 'failed', remark: faultText(code) });
    if (code !== null && TEMPLATE_FAULTS.includes(code)) await ctx.jobs.send(ctx.db, SyncTemplates, {});
    return true;
  }
  if (kind === 'token') {
    await refuseToken(ctx);
    await set({ state: 'queued' });
    await learn(ctx, part.messageId, { remark: REFUSED_TOKEN });
  } else await set({ state: 'queued', dueAt: new Date(ctx.now.getTime() + backOff(part.attempts)) });
  // The next look plans itself by these times.
  await ctx.jobs.send(
    ctx.db,
    SendWaiting,
    { addressId: part.addressId },
    { after: await nextTry(ctx, part) },
  );
  return false;
}

async function nextTry(ctx: Acting, part: Part): Promise<Date> {
  const account = await readAccount(ctx);
  return account?.retryAt && account.retryAt > ctx.now
    ? account.retryAt
    : new Date(ctx.now.getTime() + backOff(part.attempts));
}

/** All messages wait while the token is refused, with growing pauses. */
async function refuseToken(ctx: Acting): Promise<void> {
  const account = await readAccount(ctx);
  if (account?.retryAt && account.retryAt > ctx.now) return;
  const refusals = (account?.refusals ?? 0) + 1;
  const set = {
    refusals,
    refusedSince: account?.refusedSince ?? ctx.now,
    retryAt: new Date(ctx.now.getTime() + backOff(refusals)),
  };
  await ctx.db
    .insert(whatsappAccount)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: whatsappAccount.id, set });
}

/**
 * Each minute: decides about messages whose answer was lost, and wakes what is due. The provider knows no idempotency key, so
 * only its own silence proves that it never got a message.
 */
export async function sweepSends(ctx: JobContext): Promise<void> {
  const before = (ms: number) => new Date(ctx.now.getTime() - ms);
  const account = await readAccount(ctx);
  const gone = await ctx.db
    .update(whatsappMessages)
    .set({ state: 'unknown' })
    .where(and(eq(whatsappMessages.state, 'sending'), sql`attempted_at < ${before(TAKEN_MS)}`))
    .returning({ messageId: whatsappMessages.messageId });
  for (const { messageId } of gone) await learn(ctx, messageId, { remark: UNKNOWN });
  const lost = await ctx.db
    .update(whatsappMessages)
    .set({ state: 'failed' })
    .where(and(eq(whatsappMessages.state, 'unknown'), sql`attempted_at < ${before(GIVE_UP_MS)}`))
    .returning({ messageId: whatsappMessages.messageId });
  for (const { messageId } of lost) await learn(ctx, messageId, { state: 'failed', remark: LOST });
  // Its webhook spoke after the silence, and not of this message.
  if (account?.heardAt)
    await ctx.db
      .update(whatsappMessages)
      .set({ state: 'queued' })
      .where(
        and(
          eq(whatsappMessages.state, 'unknown'),
          sql`attempted_at < ${before(SILENCE_MS)} and attempted_at + interval '2 minutes' < ${account.heardAt}`,
        ),
      );
  const due = await rows<{ id: number }>(
    ctx.db,
    sql`select distinct address_id id from whatsapp_messages where state = 'queued' and coalesce(due_at, created_at) <= ${ctx.now} limit 500`,
  );
  for (const { id } of due) await ctx.jobs.send(ctx.db, SendWaiting, { addressId: id });
}

/** Sends a colleague's reaction; a repeat sets the same one. */
export async function sendReaction(ctx: JobContext, messageId: number, emoji: string): Promise<void> {
  const access = accessOf(ctx.config);
  const target = await row<{ wamid: string; phone: string }>(
    ctx.db,
    sql`select w.wamid, a.phone from whatsapp_messages w join whatsapp_addresses a on a.id = w.address_id
      where w.message_id = ${messageId} and w.part = 0 and w.wamid is not null`,
  );
  if (!access || !target) return;
  await send(access, target.phone, { type: 'reaction', reaction: { message_id: target.wamid, emoji } }).catch(
    (error: unknown) => {
      // Outside the 24 hours nobody can react; the reaction stays in the office.
      if (!(error instanceof WhatsappFault && error.kind === 'refused')) throw error;
    },
  );
}

/** The provider's form of a message; a file is given to it first. */
async function bodyOf(
  ctx: Pick<Services, 'files'> & Pick<Acting, 'db'>,
  access: Access,
  payload: NonNullable<Part['payload']>,
): Promise<object> {
  if (payload.kind === 'text') return { type: 'text', text: { body: payload.text, preview_url: false } };
  if (payload.kind === 'template')
    return {
      type: 'template',
      template: {
        name: payload.name,
        language: { code: payload.language },
        ...(payload.values.length > 0 && {
          components: [{ type: 'body', parameters: payload.values.map((text) => ({ type: 'text', text })) }],
        }),
      },
    };
  const [file] = await ctx.db.select().from(files).where(eq(files.id, payload.fileId));
  if (!file) throw new WhatsappFault('refused', 131053);
  const bytes = new Uint8Array(await buffer(await ctx.files.store.read(file.sha256)));
  const { mime, name } = file;
  if (name.startsWith(VOICE_NAME)) return voiceOf(access, { name, mime, bytes });
  if (mime === 'image/webp') {
    const { default: sharp } = await import('sharp');
    const jpeg = new Uint8Array(await sharp(bytes).jpeg({ quality: 85 }).toBuffer());
    return {
      type: 'image',
      image: {
        id: await upload(access, { name: `${name}.jpg`, mime: 'image/jpeg', bytes: jpeg }),
        ...captionOf(payload),
      },
    };
  }
  const id = await upload(access, { name, mime: MIMES[mime] ?? mime, bytes });
  if (mime === 'image/jpeg' || mime === 'image/png')
    return { type: 'image', image: { id, ...captionOf(payload) } };
  if (mime === 'video/mp4') return { type: 'video', video: { id, ...captionOf(payload) } };
  if (mime.startsWith('audio/')) return { type: 'audio', audio: { id } };
  return { type: 'document', document: { id, filename: name, ...captionOf(payload) } };
}
/** A recorded note: what a browser calls video is sound alone. WhatsApp takes no WebM, but the same sound in Ogg. */
async function voiceOf(
  access: Access,
  { name, mime, bytes }: { name: string; mime: string; bytes: Uint8Array<ArrayBuffer> },
) {
  const webm = mime.endsWith('/webm');
  const opus = webm ? readWebm(bytes) : null;
  if (webm && !opus) throw new WhatsappFault('refused', 131053);
  const sound = opus ? writeOgg(opus) : bytes;
  const as = webm ? 'audio/ogg' : mime.endsWith('/ogg') ? 'audio/ogg' : 'audio/mp4';
  return { type: 'audio', audio: { id: await upload(access, { name, mime: as, bytes: sound }) } };
}
const captionOf = ({ caption }: { caption: string }) => (caption ? { caption } : {});
/** What the provider calls them. */
const MIMES: Readonly<Record<string, string>> = { 'audio/x-m4a': 'audio/mp4' };
