import { sql } from 'drizzle-orm';
import { windowUntil, type WhatsappRoom } from '#contract/care/whatsapp/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { bySid } from '#server/modules/care/chat/chat.service.ts';
import { personInReach } from '#server/modules/sales/people/people.scope.ts';
import { peopleWith } from './address.service.ts';
import { HIDDEN } from './reader.service.ts';
import { readAccount } from './sending.service.ts';
import { accessOf } from './whatsapp.client.ts';

interface NumberFound {
  id: number;
  phone: string;
  lastInAt: string | null;
  shared: boolean;
  previousId: number | null;
  previous: string | null;
  version: number;
}

/** The WhatsApp side of a conversation in reach. Raises 404. */
export async function whatsappOf(ctx: Context, sid: string): Promise<WhatsappRoom> {
  const room = await row<{ id: number; personId: number }>(
    ctx.db,
    sql`select c.id, c.person_id "personId" from conversations c where ${bySid(sid)} and ${conversationInReach(ctx, 'chat.ver')}`,
  );
  if (!room) throw notFound();
  const numbers = await rows<NumberFound>(
    ctx.db,
    sql`select a.id, a.phone, a.last_in_at "lastInAt", a.shared, a.previous_person_id "previousId", p.name previous, a.version
      from whatsapp_addresses a left join people p on p.id = a.previous_person_id
      where a.person_id = ${room.personId} order by a.last_in_at desc nulls last, a.id desc limit 20`,
  );
  const waiting = await row<{ total: number }>(
    ctx.db,
    sql`select count(distinct w.message_id)::int total from whatsapp_messages w
      where w.address_id = any(${sql.param(numbers.map(({ id }) => id))}::bigint[]) and w.state in ('queued', 'sending', 'unknown')`,
  );
  const account = await readAccount(ctx);
  const [first] = numbers;
  const known = first ? await peopleWith(ctx, first.phone, personInReach(ctx, 'chat.crear', sql`p.id`)) : [];
  return {
    configured: accessOf(ctx.config) !== undefined,
    numbers: numbers.map(({ lastInAt, previousId, previous, phone, ...one }) => ({
      ...one,
      phone: phone.startsWith(HIDDEN) ? '' : phone,
      window_until: lastInAt === null ? null : windowUntil(new Date(lastInAt)).toISOString(),
      previous: previousId === null ? null : { id: previousId, name: previous ?? '' },
    })),
    candidates: known.filter(({ id }) => id !== room.personId),
    refused_since: account?.refusedSince?.toISOString() ?? null,
    waiting: waiting!.total,
  };
}
