import { AFTER_SALES, OTHER_CATEGORY } from '#contract/care/tickets/rules.ts';
import { TICKET_PHOTOS } from '#contract/care/tickets/photos.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { holdName, idOf, row, rows, sql } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { addFiles } from '#server/modules/company/files/files.service.ts';
import { ticketsInReach } from './tickets.scope.ts';
import { firstLine, openTicket, SALE_PLACE, type Opening } from './tickets.service.ts';

const MEDIUM = 2;
interface Said {
  content: string;
  sender: string;
  personId: number;
  name: string;
  phone: string;
}

/**
 * Makes a ticket of a customer's chat message in one tap: its text, its files and the newest purchase of the person that the caller
 * may open tickets for. Photographs go to the ticket's page, other files to its files. The same message gives the same ticket. Raises
 * 404, 409 when that ticket is out of the caller's scope, 422 at `mensaje_id`.
 */
export async function ticketFromMessage(ctx: Context, messageId: number): Promise<number> {
  await holdName(ctx.db, `ticket:mensaje:${messageId}`);
  const message = await row<Said>(
    ctx.db,
    sql`select m.content, m.sender, c.person_id "personId", p.name, p.phone from chat_messages m
      join conversations c on c.id = m.conversation_id join people p on p.id = c.person_id
      where m.id = ${messageId} and m.deleted_at is null and ${conversationInReach(ctx, 'chat.ver')}`,
  );
  if (!message) throw notFound();
  const fault = (text: string) => invalid([{ field: 'mensaje_id', message: text }]);
  // A ticket shows its text to the customer: what colleagues write to each other stays in the chat.
  if (message.sender !== 'cliente') throw fault('Elige un mensaje del cliente.');
  const made = await row<{ id: number; code: string; mine: boolean }>(
    ctx.db,
    sql`select t.id, t.code, ${ticketsInReach(ctx, 'tickets.ver')} mine from tickets t where t.message_id = ${messageId}`,
  );
  if (made?.mine) return made.id;
  if (made) throw conflict('STALE', `De ese mensaje ya se hizo ${made.code}, que atiende otra persona.`);
  const place = await placeOf(ctx, message.personId);
  if (!place) throw fault('Esa persona no tiene una compra que atiendas: abre el ticket a mano.');
  const sent = await rows<UploadedFile>(
    ctx.db,
    sql`select 'fotos' field, f.name, f.mime, f.size, f.sha256 from chat_message_files x join files f on f.id = x.file_id
      where x.message_id = ${messageId} order by x.position`,
  );
  const pictures = sent.filter(({ mime }) => TICKET_PHOTOS.types.some((type) => type === mime));
  const photos = pictures.slice(0, TICKET_PHOTOS.maxCount);
  const title = firstLine(message.content);
  const id = await openTicket(ctx, {
    ...place,
    title: title.length >= 3 ? title : 'Mensaje del chat',
    description: message.content.trim(),
    departmentId: AFTER_SALES,
    categoryId: OTHER_CATEGORY,
    priorityId: MEDIUM,
    contactKind: 'comprador',
    // Another buyer of the purchase wrote it.
    ...(place.personId !== message.personId && { contactName: message.name, contactPhone: message.phone }),
    origin: 'chat',
    messageId,
    photos,
  });
  const owner = { reference: 'ticket', referenceId: id, sensitive: false, attached: true };
  const rest = sent.filter((file) => !photos.includes(file));
  if (rest.length > 0)
    await addFiles(
      ctx,
      rest.map((file) => [owner, file] as const),
    );
  return id;
}

type Place = Pick<Opening, 'projectId' | 'houseId' | 'lotId' | 'saleId' | 'personId'>;

/** The person's newest purchase in the caller's scope, a running one before one that ended. */
function placeOf(ctx: Context, personId: number): Promise<Place | undefined> {
  const reach = scopeOf(ctx, 'tickets.crear');
  const projects =
    reach?.scope === 'sus_proyectos'
      ? sql`s.project_id = any(${sql.param([...reach.projectIds])}::bigint[])`
      : sql`true`;
  return row<Place>(
    ctx.db,
    sql`${SALE_PLACE} where (s.person_id = ${personId}
        or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = ${personId} and b.role = 'comprador'))
      and s.state_id <> ${idOf(SALE.draft)} and ${projects}
      order by s.state_id >= ${idOf(SALE.withdrawn)}, s.id desc limit 1`,
  );
}
