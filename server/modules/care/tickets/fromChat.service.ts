import { AFTER_SALES, isOpenTicket, OTHER_CATEGORY } from '#contract/care/tickets/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, sql } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { openTicket, SALE_PLACE, type Opening } from './tickets.service.ts';

const MEDIUM = 2;
const TITLE = 80;

/**
 * Makes a ticket of a chat message in one tap: its text, its files and the person's newest sale. The same message gives the same
 * ticket. Raises 404, 422 at `mensaje_id` when the person has no sale.
 */
export async function ticketFromMessage(ctx: Context, messageId: number): Promise<number> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`ticket:mensaje:${messageId}`}, 0))`,
  );
  const message = await row<{ roomId: number; content: string; personId: number; sender: string }>(
    ctx.db,
    sql`select m.conversation_id "roomId", m.content, c.person_id "personId", m.sender from chat_messages m
      join conversations c on c.id = m.conversation_id where m.id = ${messageId} and m.deleted_at is null`,
  );
  const reach = conversationInReach(ctx, 'chat.ver');
  if (
    !message ||
    !(await row(ctx.db, sql`select from conversations c where c.id = ${message.roomId} and ${reach}`))
  )
    throw notFound();
  const made = await row<{ id: number; stateId: number }>(
    ctx.db,
    sql`select id, state_id "stateId" from tickets where message_id = ${messageId}`,
  );
  if (made && isOpenTicket(made.stateId)) return made.id;
  if (made) throw conflict('STALE', 'De ese mensaje ya se hizo un ticket, y terminó: reábrelo.');
  const place = await row<Pick<Opening, 'projectId' | 'houseId' | 'lotId' | 'saleId' | 'personId'>>(
    ctx.db,
    sql`${SALE_PLACE} where s.person_id = ${message.personId}
      or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = ${message.personId}) order by s.id desc limit 1`,
  );
  if (!place)
    throw invalid([
      { field: 'mensaje_id', message: 'Esa persona no tiene una compra: abre el ticket a mano.' },
    ]);
  const photos = await rows<UploadedFile>(
    ctx.db,
    sql`select 'fotos' field, f.name, f.mime, f.size, f.sha256 from chat_message_files x join files f on f.id = x.file_id
      where x.message_id = ${messageId} order by x.position`,
  );
  const text = message.content.trim();
  const line = text.split('\n', 1)[0]!.slice(0, TITLE);
  return openTicket(ctx, {
    ...place,
    title: line.length >= 3 ? line : 'Mensaje del chat',
    description: text,
    departmentId: AFTER_SALES,
    categoryId: OTHER_CATEGORY,
    priorityId: MEDIUM,
    contactKind: 'comprador',
    origin: 'chat',
    messageId,
    photos,
  });
}
