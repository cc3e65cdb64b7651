import { eq, sql } from 'drizzle-orm';
import { filled, windowUntil, type Placeholder, type Template } from '#contract/care/whatsapp/model.ts';
import { isMobile } from '#contract/phone.ts';
import type { Change } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { append, type Room, type MessageValues } from '#server/modules/care/chat/chat.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { lockAddress, type Address } from './address.service.ts';
import { SendReaction, SendWaiting } from './names.ts';
import { accessOf } from './whatsapp.client.ts';
import { whatsappAddresses, whatsappMessages, whatsappTemplates, type Payload } from './whatsapp.table.ts';

/** A caption has fewer characters than a message. */
const CAPTION_MAX = 1024;

const noWhatsapp = () =>
  conflict(
    'NO_WHATSAPP',
    'Esta persona no ha escrito por WhatsApp. Escríbele en la web, o envía una plantilla.',
  );
export const windowClosed = () =>
  conflict(
    'WINDOW_CLOSED',
    'Pasaron 24 horas desde su último mensaje: WhatsApp solo deja enviar una plantilla. Elige una.',
  );

/** Whether something other than a template may be sent now. */
export const isOpen = ({ lastInAt }: Pick<Address, 'lastInAt'>, now: Date): boolean =>
  lastInAt !== null && windowUntil(lastInAt) > now;

/** The number that a person used last, locked. */
export async function numberOf(ctx: Acting, personId: number): Promise<Address | undefined> {
  const found = await row<{ id: number }>(
    ctx.db,
    sql`select id from whatsapp_addresses where person_id = ${personId} order by last_in_at desc nulls last, id desc limit 1`,
  );
  return found && lockAddress(ctx, eq(whatsappAddresses.id, found.id));
}

/**
 * Follows what is written in a conversation whose channel is WhatsApp: queues it in the same transaction. Raises 409
 * NO_WHATSAPP, WINDOW_CLOSED.
 */
export async function queueWritten(ctx: Acting, change: Change): Promise<void> {
  const values = change.values as (MessageValues & { payload?: Payload }) | undefined;
  if (
    change.verb !== 'escrito' ||
    values?.channel !== 'whatsapp' ||
    values.heard ||
    values.sender === 'cliente'
  )
    return;
  if (!accessOf(ctx.config)) throw noWhatsapp();
  const message = (await row<{ content: string; personId: number }>(
    ctx.db,
    sql`select m.content, c.person_id "personId" from chat_messages m join conversations c on c.id = m.conversation_id where m.id = ${change.id}`,
  ))!;
  const address = await numberOf(ctx, message.personId);
  if (!address) throw noWhatsapp();
  if (!values.payload && !isOpen(address, ctx.now)) throw windowClosed();
  const parts = values.payload ? [values.payload] : await partsOf(ctx, change.id, message.content);
  await ctx.db.insert(whatsappMessages).values(
    parts.map((payload, part) => ({
      messageId: change.id,
      part,
      addressId: address.id,
      direction: 'out' as const,
      state: 'queued' as const,
      payload,
      createdAt: ctx.now,
    })),
  );
  await ctx.jobs.send(ctx.db, SendWaiting, { addressId: address.id });
}

/** The first file takes a short text as its caption. */
async function partsOf(ctx: Acting, messageId: number, content: string): Promise<Payload[]> {
  const files = await rows<{ id: string; mime: string }>(
    ctx.db,
    sql`select f.id, f.mime from chat_message_files m join files f on f.id = m.file_id where m.message_id = ${messageId} order by m.position`,
  );
  const captioned =
    content.length <= CAPTION_MAX && files[0] !== undefined && !files[0].mime.startsWith('audio/');
  return [
    ...(content && !captioned ? [{ kind: 'text' as const, text: content }] : []),
    ...files.map(({ id }, at) => ({
      kind: 'file' as const,
      fileId: id,
      caption: captioned && at === 0 ? content : '',
    })),
  ];
}

/** Follows a colleague's reaction to a message that WhatsApp knows. */
export async function queueReaction(ctx: Acting, change: Change): Promise<void> {
  const values = change.values as { reaction: string; heard: boolean } | undefined;
  if (change.verb !== 'reaccion' || !values || values.heard || !ctx.staff || !accessOf(ctx.config)) return;
  const known = await row(
    ctx.db,
    sql`select from whatsapp_messages where message_id = ${change.id} and part = 0 and wamid is not null`,
  );
  if (known) await ctx.jobs.send(ctx.db, SendReaction, { messageId: change.id, emoji: values.reaction });
}

/** The templates as screens show them, those offered first. */
export const presentTemplate = (one: typeof whatsappTemplates.$inferSelect): Template => ({
  id: one.id,
  name: one.name,
  language: one.language,
  category: one.category,
  status: one.status,
  body: one.body,
  placeholders: [...one.placeholders],
  hindrance: one.hindrance,
  offered: one.offered,
  version: one.version,
  synced_at: one.syncedAt.toISOString(),
});

/** A template that can be sent. Raises 404, 409 TEMPLATE_CLOSED with the reason. */
export async function requireTemplate(
  ctx: Acting,
  id: number,
): Promise<typeof whatsappTemplates.$inferSelect> {
  const [one] = await ctx.db.select().from(whatsappTemplates).where(eq(whatsappTemplates.id, id));
  if (!one) throw notFound();
  if (one.status !== 'APPROVED')
    throw conflict('TEMPLATE_CLOSED', 'WhatsApp no deja enviar esa plantilla ahora. Elige otra.');
  if (one.hindrance !== null) throw conflict('TEMPLATE_CLOSED', one.hindrance);
  return one;
}

/** The values of a template for a person. */
export async function valuesFor(
  ctx: Acting,
  { placeholders }: { placeholders: readonly Placeholder[] },
  { personId, typed }: { personId: number; typed: string },
): Promise<string[]> {
  const known = (await row<{ name: string; project: string | null }>(
    ctx.db,
    sql`select p.name, coalesce((select r.name from sales s join projects r on r.id = s.project_id where s.person_id = p.id order by s.id desc limit 1),
        (select r.name from prospects t join projects r on r.id = t.project_id where t.person_id = p.id order by t.id desc limit 1)) project
      from people p where p.id = ${personId}`,
  ))!;
  const company = (await readSettings(ctx.db)).company.name;
  const said: Record<Placeholder, string> = {
    // WhatsApp refuses an empty value, and line breaks in one.
    nombre: known.name.split(' ')[0] || 'cliente',
    asesor: ctx.staff?.name ?? company,
    empresa: company,
    proyecto: known.project ?? company,
    texto: typed.replace(/\s+/g, ' '),
  };
  return placeholders.map((one) => said[one] || '-');
}

/**
 * Writes a template in a locked conversation; the number is made from the person's telephone if they never wrote. Raises 409
 * TEMPLATE_CLOSED, OPTED_OUT, NO_WHATSAPP, 422 at `texto`. Returns the message's id.
 */
export async function writeTemplate(
  ctx: Context,
  room: Room,
  asked: { plantilla_id: number; texto: string; client_id?: string | undefined },
): Promise<number> {
  const template = await requireTemplate(ctx, asked.plantilla_id);
  if (room.optedOutAt !== null)
    throw conflict(
      'OPTED_OUT',
      'Esta persona escribió BAJA: puedes responderle, pero no escribirle primero.',
    );
  if (template.placeholders.includes('texto') && !asked.texto)
    throw invalid([{ field: 'texto', message: 'Escribe lo que va en la plantilla.' }]);
  await ensureNumber(ctx, room.personId);
  const values = await valuesFor(ctx, template, { personId: room.personId, typed: asked.texto });
  return (
    await appendTemplate(ctx, room, template, values, {
      userId: staffOf(ctx).userId,
      clientId: asked.client_id,
    })
  ).id;
}

/** Adds a template's message; the follower above queues it. */
export const appendTemplate = (
  ctx: Acting,
  room: Room,
  { name, language, body }: Pick<typeof whatsappTemplates.$inferSelect, 'name' | 'language' | 'body'>,
  values: readonly string[],
  { userId, clientId }: { userId: number | null; clientId: string | undefined },
) =>
  append(ctx, room, {
    // To a group it answers nobody: whoever waits still waits.
    ...(userId === null ? { sender: 'sistema' } : { sender: 'equipo', userId }),
    channel: 'whatsapp',
    content: filled(body, values),
    clientId,
    values: { payload: { kind: 'template', name, language, values } satisfies Payload },
  });

/** The number to which a person is written first. Raises 409 NO_WHATSAPP. */
export async function ensureNumber(ctx: Acting, personId: number): Promise<void> {
  if (await numberOf(ctx, personId)) return;
  const person = await row<{ phone: string }>(ctx.db, sql`select phone from people where id = ${personId}`);
  const made =
    person && person.phone !== '' && isMobile(person.phone)
      ? await ctx.db
          .insert(whatsappAddresses)
          .values({ phone: person.phone, personId, createdAt: ctx.now })
          .onConflictDoNothing()
          .returning()
      : [];
  // Without a row: another person's conversation has that number.
  if (made.length === 0) throw noWhatsapp();
}
