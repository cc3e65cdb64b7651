import { eq, sql } from 'drizzle-orm';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { row, rows } from '#server/kernel/db.ts';
import { conflict, notFound } from '#server/kernel/errors.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { forgetEmptyRoom, moveMessages, noteOpt } from '#server/modules/care/chat/channel.service.ts';
import { openRoom } from '#server/modules/care/chat/chat.service.ts';
import { createPerson, deletePerson, holdPhone } from '#server/modules/sales/people/people.service.ts';
import { personInReach } from '#server/modules/sales/people/people.scope.ts';
import { welcomeProspect } from '#server/modules/sales/prospects/arrivals.service.ts';
import { HIDDEN, safePerson, type Referral } from './reader.service.ts';
import { whatsappAddresses } from './whatsapp.table.ts';

export type Address = typeof whatsappAddresses.$inferSelect;

/** The row of a number, locked: what happens to one number happens one after the other. */
export const lockAddress = async (ctx: Acting, where: ReturnType<typeof eq>): Promise<Address | undefined> =>
  (await ctx.db.select().from(whatsappAddresses).where(where).for('no key update'))[0];

/**
 * The number's row, locked; made at its first message. One known person with the number is the one who writes; of several,
 * a colleague says who; an unknown one becomes a prospect.
 */
export async function addressOf(
  ctx: Acting,
  { phone, name, referral }: { phone: string; name: string; referral: Referral | null },
): Promise<Address> {
  const { address, unknown } = await noteNumber(ctx, { phone, name });
  if (unknown) await welcomeProspect(ctx, { personId: address.personId, ...sourceOf(referral) });
  return address;
}

/** The same, without making a prospect of whom nobody knows. */
export async function noteNumber(
  ctx: Acting,
  { phone, name }: { phone: string; name: string },
): Promise<{ address: Address; unknown: boolean }> {
  // Two first messages at once: the second waits, and finds the first one's row.
  await holdPhone(ctx.db, phone);
  const known = await lockAddress(ctx, eq(whatsappAddresses.phone, phone));
  if (known) return { address: known, unknown: false };
  const people = phone.startsWith(HIDDEN) ? [] : await peopleWith(ctx, phone);
  const [only] = people;
  const shared = people.length > 1;
  const personId = only && !shared ? only.id : await createUnknown(ctx, name, phone);
  const [made] = await ctx.db
    .insert(whatsappAddresses)
    .values({ phone, personId, shared, createdAt: ctx.now })
    .returning();
  return { address: made!, unknown: !only };
}

/** A person of whom only the number is known, or not even that. */
const createUnknown = (ctx: Acting, name: string, phone: string): Promise<number> =>
  createPerson(ctx, { name: safePerson(name, phone), phone: phone.startsWith(HIDDEN) ? '' : phone });

/** Deletes a person made for a number alone. Nothing may refer to them: foreign keys decide. */
export async function forgetUnknown(ctx: Acting, personId: number): Promise<void> {
  await ctx.db.delete(whatsappAddresses).where(eq(whatsappAddresses.personId, personId));
  await forgetEmptyRoom(ctx, personId);
  await deletePerson(ctx, personId);
}

/** People with a number; rows with the same identity document are one person. The one with the newest records first. */
export async function peopleWith(
  ctx: Pick<Acting, 'db'>,
  phone: string,
  reach = sql`true`,
): Promise<{ id: number; name: string; detail: string }[]> {
  return rows(
    ctx.db,
    sql`select distinct on (coalesce(p.document_key, 'persona ' || p.id)) p.id, p.name,
        coalesce((select s.code from sales s where s.person_id = p.id or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = p.id)
          order by s.id desc limit 1), case when exists (select from prospects t where t.person_id = p.id) then 'Prospecto' else '' end) detail
      from people p where p.phone = ${phone} and ${reach} and p.merged_into_id is null and p.purged_at is null
        and not exists (select from whatsapp_addresses a where a.person_id = p.id and a.shared)
      order by coalesce(p.document_key, 'persona ' || p.id), p.id desc limit 20`,
  );
}

/** Where a prospect came from, by the advertisement that was touched. */
const sourceOf = (referral: Referral | null) => ({
  origin: /instagram/i.test(referral?.sourceUrl ?? '')
    ? 'instagram'
    : /facebook|fb\.(me|com)/i.test(referral?.sourceUrl ?? '')
      ? 'facebook'
      : 'whatsapp',
  campaign: referral?.sourceId || null,
  interest: referral?.headline || null,
});

async function requireNumber(ctx: Context, id: number, version: number): Promise<Address> {
  const found = await row(
    ctx.db,
    sql`select from whatsapp_addresses a join conversations c on c.person_id = a.person_id
      where a.id = ${id} and ${conversationInReach(ctx, 'chat.crear')}`,
  );
  const one = found && (await lockAddress(ctx, eq(whatsappAddresses.id, id)));
  if (!one) throw notFound();
  if (one.version !== version) throw conflict('STALE', undefined, { version: one.version });
  return one;
}

/**
 * Gives a number to a person, or to a new one that nobody knows. Its messages move to that person's conversation. Raises
 * 404 for a person out of reach, 409 STALE. Returns the conversation's sid.
 */
export async function give(
  ctx: Context,
  id: number,
  { version, persona_id: given }: { version: number; persona_id: number | null },
): Promise<string> {
  const one = await requireNumber(ctx, id, version);
  if (given !== null) {
    const found = await row(
      ctx.db,
      sql`select from people p where p.id = ${given} and p.merged_into_id is null and p.purged_at is null
        and ${personInReach(ctx, 'chat.crear', sql`p.id`)}`,
    );
    if (!found) throw notFound();
  }
  const personId = given ?? (one.shared ? one.personId : await createUnknown(ctx, '', one.phone));
  // Nobody of those known: a stranger after all.
  if (given === null) await welcomeProspect(ctx, { personId, ...sourceOf(null) });
  return move(
    ctx,
    one,
    personId,
    one.personId === personId ? one.previousPersonId : one.personId,
    'dar_numero',
  );
}

/** Takes the last gift back. Raises 404, 409 STALE, NOTHING_TO_UNDO. */
export async function takeBack(ctx: Context, id: number, version: number): Promise<string> {
  const one = await requireNumber(ctx, id, version);
  if (one.previousPersonId === null) throw conflict('NOTHING_TO_UNDO', 'Este número no cambió de persona.');
  return move(ctx, one, one.previousPersonId, null, 'deshacer');
}

async function move(
  ctx: Context,
  one: Address,
  personId: number,
  previousPersonId: number | null,
  verb: string,
): Promise<string> {
  await ctx.db
    .update(whatsappAddresses)
    .set({ personId, previousPersonId, shared: false, version: one.version + 1 })
    .where(eq(whatsappAddresses.id, one.id));
  const from = await openRoom(ctx, one.personId);
  const moved = await rows<{ id: number }>(
    ctx.db,
    sql`select distinct w.message_id id from whatsapp_messages w join chat_messages m on m.id = w.message_id
      where w.address_id = ${one.id} and m.conversation_id = ${from.id}`,
  );
  const to = await moveMessages(
    ctx,
    from.id,
    personId,
    moved.map((message) => message.id),
  );
  // The number said BAJA, whoever has it.
  if (from.optedOutAt !== null) await noteOpt(ctx, to, 'baja', from.optedOutAt);
  await announce(ctx, { record: 'numero_whatsapp', id: one.id, verb, of: ['persona', personId] });
  await audit(ctx, verb, 'numero_whatsapp', one.id, { before: one.personId, after: personId });
  return to.sid;
}
