import { sql } from 'drizzle-orm';
import { DAY_MS } from '#contract/dates.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { noteMailed } from '#server/modules/care/chat/handling.service.ts';

/** Mails in one run. */
const MOST = 200;

/**
 * What the company wrote on the web and the customer has not seen for some minutes goes to their mail: that there is a
 * message and where to read it, never its text, because a mailbox is no proof of who reads. One mail until they look.
 */
export async function mailUnseen(ctx: Acting): Promise<void> {
  const { mailMinutes } = (await readSettings(ctx.db)).chat;
  if (mailMinutes === 0) return;
  const before = new Date(ctx.now.getTime() - mailMinutes * 60_000);
  const yesterday = new Date(ctx.now.getTime() - DAY_MS);
  const found = await rows<{ id: number; seq: number; name: string; email: string }>(
    ctx.db,
    sql`select c.id, c.last_seq seq, p.name, p.email::text from conversations c join people p on p.id = c.person_id
      where c.last_message_at between ${yesterday} and ${before} and c.mailed_seq <= c.person_read_seq and c.joined_into_id is null
        and p.email is not null and p.purged_at is null and lower(p.confirmed_contact::text) = lower(p.email::text)
        and exists (select from chat_messages m where m.conversation_id = c.id and m.seq > c.person_read_seq
          and m.sender in ('equipo', 'bot') and not m.note and m.channel = 'web' and m.created_at between ${yesterday} and ${before})
      order by c.last_message_at limit ${MOST} for no key update of c skip locked`,
  );
  for (const { id, seq, name, email } of found) {
    await noteMailed(ctx, id, seq);
    await ctx.mail.send(ctx, {
      kind: 'mensaje_sin_ver',
      to: email,
      subject: 'Tienes un mensaje sin leer',
      body: `Hola, ${name}:\n\nTe escribimos en el chat de tu compra y aún no lo has visto.\n\n${ctx.config.appUrl}/clientes/chat`,
    });
  }
}
