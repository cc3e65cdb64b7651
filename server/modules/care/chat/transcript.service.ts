import { sql } from 'drizzle-orm';
import { showInstant } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { findConversation } from './chat.queries.ts';
import { conversationInReach } from './chat.scope.ts';
import { bySid } from './chat.service.ts';

/** Messages of one transcript. */
const MOST = 20_000;

interface Line {
  at: string;
  who: string;
  content: string;
  deleted: boolean;
  files: string[] | null;
}

/** A conversation as a text to keep or to print, without internal notes. Raises 404; audited. */
export async function transcriptOf(ctx: Context, sid: string): Promise<{ name: string; text: string }> {
  const room = await findConversation(
    ctx.db,
    sql`${bySid(sid)} and ${conversationInReach(ctx, 'chat.exportar')}`,
  );
  if (!room) throw notFound();
  const lines = await rows<Line>(
    ctx.db,
    sql`select m.created_at at, m.content, m.deleted_at is not null deleted,
        case m.sender when 'cliente' then ${room.name} when 'equipo' then coalesce(u.name, 'Teléfono de la empresa') else 'Llave' end who,
        (select array_agg(f.name order by a.position) from chat_message_files a join files f on f.id = a.file_id where a.message_id = m.id) files
      from chat_messages m left join users u on u.id = m.user_id
      where m.conversation_id = ${room.id} and not m.note
      order by m.created_at, m.external_id collate "C", m.id limit ${MOST}`,
  );
  await audit(ctx, 'exported', 'conversacion', room.id, { format: 'txt' });
  const text = lines.map(({ at, who, content, deleted, files }) => {
    const said = deleted ? '(mensaje borrado por quien lo escribió)' : content;
    return `[${showInstant(at)}] ${who}: ${[said, ...(deleted ? [] : (files ?? []).map((file) => `(archivo: ${file})`))].filter(Boolean).join(' ')}`;
  });
  return {
    name: `conversacion-${room.id}.txt`,
    text: [`Conversación con ${room.name}`, '', ...text, ''].join('\r\n'),
  };
}
