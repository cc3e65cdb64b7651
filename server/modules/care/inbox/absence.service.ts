import { sql } from 'drizzle-orm';
import { isOpenAt } from '#contract/company/settings/hours.ts';
import { panamaDay } from '#contract/dates.ts';
import { inTransaction, type Change } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { Refused } from '#server/kernel/errors.ts';
import { entrust } from '#server/modules/care/chat/handling.service.ts';
import { append, servesPerson, type MessageValues } from '#server/modules/care/chat/chat.service.ts';
import { lockRoomById } from '#server/modules/care/chat/channel.service.ts';
import { spareClosed } from '#server/modules/care/chatbot/talk.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { away } from '#server/modules/sales/workers/processors.service.ts';

/** A message older than this came late: its writer does not wait for a word about the hours. */
const LATE_MS = 30 * 60_000;

/** Follows a customer's message outside the opening hours: says so, once a day, unless the bot answers or said so. */
export async function sayAway(ctx: Acting, change: Change): Promise<void> {
  const values = change.values as MessageValues | undefined;
  if (change.verb !== 'escrito' || values?.sender !== 'cliente' || change.of?.[0] !== 'conversacion') return;
  const settings = await readSettings(ctx.db);
  const { awayText } = settings.chat;
  if (!awayText || isOpenAt(settings, ctx.now)) return;
  const message = await row<{ at: string }>(
    ctx.db,
    sql`select created_at at from chat_messages where id = ${change.id}`,
  );
  if (ctx.now.getTime() - new Date(message!.at).getTime() > LATE_MS) return;
  const roomId = change.of[1];
  if (await spareClosed(ctx, roomId, values.seq)) return;
  // What arrived must never be lost because this cannot be said.
  await inTransaction(ctx, async (inside) =>
    append(inside, await lockRoomById(inside, roomId), {
      sender: 'sistema',
      channel: values.channel,
      content: awayText,
      clientId: `fuera de horario ${panamaDay(ctx.now)}`,
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
}

/** Conversations moved at once. */
const MOST = 500;

/**
 * Customers who wait for a colleague who is away go to whoever else serves them: the sale's other colleague, else the one of
 * the same role with the fewest conversations waiting, else to nobody, where coordination sees them.
 */
export async function coverAbsent(ctx: Acting): Promise<void> {
  const today = panamaDay(ctx.now);
  const found = await rows<{ id: number; assigneeId: number; absent: string }>(
    ctx.db,
    sql`select c.id, c.assignee_id "assigneeId", u.name absent from conversations c join users u on u.id = c.assignee_id
      where c.waiting_since is not null and (${away(today)} or not u.active) order by c.id limit ${MOST}`,
  );
  for (const { id, assigneeId, absent } of found) {
    const room = await lockRoomById(ctx, id);
    if (room.assigneeId !== assigneeId || room.waitingSince === null) continue;
    const to = (await servesPerson(ctx, room.personId)) ?? (await substituteOf(ctx, assigneeId, today));
    await entrust(ctx, room, to, `${absent} está fuera de la oficina: te toca su conversación.`);
  }
}

async function substituteOf(ctx: Acting, userId: number, today: string): Promise<number | null> {
  const found = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from users u where u.active and u.id <> ${userId} and not ${away(today)}
        and exists (select from user_roles a join user_roles b on b.role_id = a.role_id and b.user_id = ${userId}
          join role_grants g on g.role_id = a.role_id and g.permission = 'chat.crear' where a.user_id = u.id)
      order by (select count(*) from conversations c where c.assignee_id = u.id and c.waiting_since is not null), u.id limit 1`,
  );
  return found?.id ?? null;
}
