import { OPEN_COMPLAINTS } from '#contract/legal/complaints/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { PROSPECT } from '#contract/sales/prospects/rules.ts';
import { OPEN_QUOTES } from '#contract/sales/quotes/rules.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { showPhone } from '#contract/phone.ts';
import type { PurgeReason } from '#contract/overview/privacy/purges.ts';
import type { Acting } from '#server/kernel/context.ts';
import { audit } from '#server/kernel/audit.ts';
import { rows, type Db, anyOf } from '#server/kernel/db.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { files, outboxMails } from '#server/kernel/kernel.table.ts';
import { appointments } from '#server/modules/sales/appointments/appointments.table.ts';
import { customerSessionSales, linkTokens } from '#server/modules/sales/buyerAccess/buyerAccess.table.ts';
import { documents, documentVersions } from '#server/modules/sales/documents/documents.table.ts';
import { keepOptOut, numbersOf } from '#server/modules/care/chat/optOuts.service.ts';
import { forgetListed } from '#server/modules/overview/imports/listed.service.ts';
import { releaseClaim } from '#server/modules/sales/claims/claims.service.ts';
import { lotWaitlist } from '#server/modules/sales/waitlist/waitlist.table.ts';
import { prospectContacts, prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { uploads } from '#server/modules/sales/purchase/purchase.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleFamily } from '#server/modules/sales/precontracts/precontracts.table.ts';

/** Replaces a purged name. */
const NOBODY = 'Datos borrados';

/** Action name in the audit log. */
export const PURGED = 'borrar_datos';

/**
 * Purges the personal data of a sale without payments or a signature: form, documents with their files, links. The
 * empty sale stays. Does nothing if it was purged before or the sale has moved on. Runs in a transaction.
 */
export async function purgeSale(ctx: Acting, saleId: number, reason: PurgeReason): Promise<boolean> {
  const [sale] = await ctx.db.select().from(sales).where(eq(sales.id, saleId)).for('no key update');
  if (!sale || sale.purgedAt || !(await mayPurge(ctx.db, saleId))) return false;
  await releaseClaim(ctx, saleId, 'Se borraron los datos');
  const own = ctx.db.select({ id: documents.id }).from(documents).where(eq(documents.saleId, saleId));
  const versions = await ctx.db
    .delete(documentVersions)
    .where(inArray(documentVersions.documentId, own))
    .returning({ fileId: documentVersions.fileId });
  const attached = await ctx.db
    .select({ fileId: files.id })
    .from(files)
    .where(attachedTo('precontrato', saleId));
  const gone = [...versions, ...attached].map(({ fileId }) => fileId);
  // The store's sweep deletes the bytes when no row references them.
  if (gone.length > 0) await ctx.db.delete(files).where(inArray(files.id, gone));
  await ctx.db.update(documents).set({ stateId: DOCUMENT.pending }).where(eq(documents.saleId, saleId));
  await ctx.db.delete(uploads).where(eq(uploads.saleId, saleId));
  await ctx.db.delete(saleFamily).where(eq(saleFamily.saleId, saleId));
  // Only promises that nobody was asked to sign are left here: they have the buyer's data.
  await ctx.db.execute(
    sql`delete from files where attached and reference = 'promesa' and reference_id in (select id from promises where sale_id = ${saleId})`,
  );
  await ctx.db.execute(sql`delete from promises where sale_id = ${saleId}`);
  await ctx.db.delete(customerSessionSales).where(eq(customerSessionSales.saleId, saleId));
  await ctx.db.delete(linkTokens).where(eq(linkTokens.saleId, saleId));
  await ctx.db
    .update(sales)
    .set({ draft: {}, purgedAt: ctx.now, startedBy: null, version: sale.version + 1 })
    .where(eq(sales.id, saleId));
  await ctx.db
    .execute(sql`update change_details d set reason = null, ip = null from changes c where c.tx = d.tx and c.id = d.id
    and ((c.record = 'precontrato' and c.record_id = ${saleId}) or (c.of_record = 'precontrato' and c.of_id = ${saleId}))`);
  const copies = await purgePerson(ctx, sale.personId);
  await audit(ctx, PURGED, 'precontrato', saleId, { reason, files: gone.length, ...copies });
  return true;
}

/** Payments, signatures, documents sent to sign, co-buyers, a signed promise and an open complaint are records that the law requires to keep. */
async function mayPurge(db: Db, saleId: number): Promise<boolean> {
  const kept = await rows(
    db,
    sql`select 1 from payments where sale_id = ${saleId} and (reported_at is not null or receipt_number is not null)
      union all select 1 from signatures where sale_id = ${saleId}
      union all select 1 from envelopes where sale_id = ${saleId}
      union all select 1 from sale_buyers where sale_id = ${saleId}
      union all select 1 from complaints where sale_id = ${saleId} and state_id in ${anyOf(OPEN_COMPLAINTS)}
      union all select 1 from promises where sale_id = ${saleId} and signed_on is not null
      union all select 1 from changes where record = 'precontrato' and record_id = ${saleId} and to_state = ${SALE.promiseSigned} limit 1`,
  );
  return kept.length === 0;
}

/** Purges the person of a discarded prospect, with its notes. Runs in a transaction. */
export async function purgeProspect(
  ctx: Pick<JobContext, 'db' | 'now' | 'sign' | 'staff' | 'client'>,
  prospectId: number,
  reason: PurgeReason,
): Promise<boolean> {
  const [one] = await ctx.db
    .select()
    .from(prospects)
    .where(eq(prospects.id, prospectId))
    .for('no key update');
  if (!one) return false;
  await ctx.db
    .update(prospectContacts)
    .set({ note: null })
    .where(eq(prospectContacts.prospectId, prospectId));
  await ctx.db
    .update(prospects)
    .set({ interest: null, incomeRangeId: null })
    .where(eq(prospects.id, prospectId));
  await ctx.db.delete(files).where(attachedTo('prospecto', prospectId));
  const copies = await purgePerson(ctx, one.personId);
  if (copies) await audit(ctx, PURGED, 'prospecto', prospectId, { reason, files: 0, ...copies });
  return copies !== null;
}

/**
 * Purges a person whom no other record needs, with the copies in visits, waitlists and mails. Returns the number of
 * copies; null if the person stays.
 */
async function purgePerson(
  ctx: Pick<JobContext, 'db' | 'now' | 'sign'>,
  personId: number,
): Promise<Copies | null> {
  const [before] = await ctx.db.select().from(people).where(eq(people.id, personId)).for('no key update');
  const numbers = await numbersOf(ctx.db, personId);
  const done = await ctx.db
    .update(people)
    .set({
      name: NOBODY,
      phone: '',
      email: null,
      documentType: null,
      documentNumber: null,
      documentKey: null,
      confirmedContact: null,
      purgedAt: ctx.now,
    })
    .where(and(eq(people.id, personId), sql`${people.purgedAt} is null and not ${NEEDED}`))
    .returning({ id: people.id });
  if (!before || done.length === 0) return null;
  await ctx.db.delete(files).where(attachedTo('persona', personId));
  await keepOptOut(ctx, personId, numbers);
  await forgetListed(ctx.db, personId, numbers);
  const messages = await purgeMessages(ctx.db, personId);
  return { ...(await purgeCopies(ctx.db, before)), messages };
}

/**
 * What goes of a person who asks for erasure, whatever holds their sales: notes and wishes of a prospect, places in
 * waitlists, and documents that were rejected or replaced. The person, too, when no other record needs them.
 */
export async function erasePerson(
  ctx: Acting,
  personId: number,
): Promise<{ person: boolean; notes: number; places: number; papers: number }> {
  const own = sql`select id from prospects where person_id = ${personId}`;
  await ctx.db.execute(sql`update prospect_contacts set note = null where prospect_id in (${own})`);
  await ctx.db.execute(
    sql`update survey_answers set comment = null, call_note = null where ask_id in (select id from survey_asks where person_id = ${personId})`,
  );
  const notes = await rows(
    ctx.db,
    sql`update prospects set interest = null, income_range_id = null
      where person_id = ${personId} and (interest is not null or income_range_id is not null) returning id`,
  );
  const places = await rows(
    ctx.db,
    sql`update lot_waitlist set phone = 'borrado-' || id, left_at = coalesce(left_at, ${ctx.now})
      where person_id = ${personId} and phone not like 'borrado-%' returning id`,
  );
  const papers = await rows<{ fileId: string }>(
    ctx.db,
    sql`delete from document_versions v using documents d, sales s
      where d.id = v.document_id and s.id = d.sale_id and s.person_id = ${personId} and v.replaced_at is not null
        -- What somebody signed or paid with is evidence.
        and not exists (select from signatures g where g.document_id = d.id or g.image_file_id = v.file_id)
        and not exists (select from payments p where p.proof_file_id = v.file_id)
        and v.id < (select max(n.id) from document_versions n where n.document_id = d.id) returning v.file_id "fileId"`,
  );
  if (papers.length > 0)
    await ctx.db.delete(files).where(
      inArray(
        files.id,
        papers.map(({ fileId }) => fileId),
      ),
    );
  const person = await purgePerson(ctx, personId);
  await audit(ctx, PURGED, 'persona', personId, {
    reason: 'pedido_titular' satisfies PurgeReason,
    files: papers.length,
    visits: person?.visits ?? 0,
    places: places.length + (person?.places ?? 0),
    mails: person?.mails ?? 0,
  });
  return { person: person !== null, notes: notes.length, places: places.length, papers: papers.length };
}

/** Files that staff attached to the record: they may contain personal data too. */
const attachedTo = (reference: string, id: number) =>
  and(eq(files.reference, reference), eq(files.referenceId, id), eq(files.attached, true));

type Person = typeof people.$inferSelect;
interface Copies {
  visits: number;
  places: number;
  mails: number;
  messages: number;
}

/** The person's conversation on every channel, with its files and the numbers it came from. Returns the messages. */
async function purgeMessages(db: Db, personId: number): Promise<number> {
  const own = sql`select m.id from chat_messages m join conversations c on c.id = m.conversation_id where c.person_id = ${personId}`;
  const addresses = sql`select id from whatsapp_addresses where person_id = ${personId}`;
  await db.execute(
    sql`update whatsapp_addresses set previous_person_id = null where previous_person_id = ${personId}`,
  );
  await db.execute(sql`update chat_campaign_people set message_id = null where message_id in (${own})`);
  await db.execute(
    sql`delete from whatsapp_facts where wamid in (select wamid from whatsapp_messages where message_id in (${own}) or address_id in (${addresses}))`,
  );
  await db.execute(sql`delete from whatsapp_media where message_id in (${own})`);
  await db.execute(
    sql`delete from whatsapp_messages where message_id in (${own}) or address_id in (${addresses})`,
  );
  await db.execute(sql`delete from whatsapp_addresses where person_id = ${personId}`);
  await db.execute(sql`delete from chat_message_reactions where message_id in (${own})`);
  await db.execute(
    sql`with gone as (delete from chat_message_files where message_id in (${own}) returning file_id)
      delete from files where id in (select file_id from gone)`,
  );
  await db.execute(
    sql`delete from chat_joins where from_id in (select id from conversations where person_id = ${personId})
      or into_id in (select id from conversations where person_id = ${personId})`,
  );
  const gone = await rows(db, sql`delete from chat_messages where id in (${own}) returning id`);
  await db.execute(
    sql`update conversations set last_seq = 0, unread = 0, person_read_seq = 0, mailed_seq = 0, waiting_since = null, epoch = epoch + 1
      where person_id = ${personId}`,
  );
  return gone.length;
}

async function purgeCopies(db: Db, person: Person): Promise<Omit<Copies, 'messages'>> {
  // Emails given for visits may differ from the person's own.
  const given = await db
    .select({ email: appointments.email })
    .from(appointments)
    .where(eq(appointments.personId, person.id));
  const mails = await purgeMails(db, person, given);
  const visits = await db
    .update(appointments)
    // The replacement must be unique: unique indexes cover the telephone in visits and in the waitlist.
    .set({ name: NOBODY, phone: sql`'borrado-' || ${appointments.id}`, email: null, note: '', reason: null })
    .where(eq(appointments.personId, person.id))
    .returning({ id: appointments.id });
  await db.execute(
    sql`update survey_answers set comment = null, call_note = null where ask_id in (select id from survey_asks where person_id = ${person.id})`,
  );
  const places = await db
    .update(lotWaitlist)
    .set({ phone: sql`'borrado-' || ${lotWaitlist.id}` })
    .where(eq(lotWaitlist.personId, person.id))
    .returning({ id: lotWaitlist.id });
  return { visits: visits.length, places: places.length, mails };
}

/** Purges the mails to addresses that no remaining person has. */
async function purgeMails(
  db: Db,
  { email, phone }: Person,
  visits: readonly { email: string | null }[],
): Promise<number> {
  // Without an email address, codes wait in the outbox under the telephone.
  const shown = phone && showPhone(phone);
  const to = [email, shown, ...visits.map((one) => one.email)].flatMap((one) => one?.toLowerCase() || []);
  const gone = await db
    .update(outboxMails)
    .set({ to: NOBODY, subject: NOBODY, body: NOBODY, html: null, calendar: null, attachmentId: null })
    .where(
      sql`lower(${outboxMails.to}) = any(${sql.param(to)}::text[]) and ${outboxMails.state} not in ('held', 'queued')
        and not exists (select from people p where p.purged_at is null
          and (lower(p.email::text) = lower(${outboxMails.to}) or (${outboxMails.to} = ${shown} and p.phone = ${phone})))`,
    )
    .returning({ id: outboxMails.id });
  return gone.length;
}

const NEEDED = sql`(
  exists (select from sales s where s.person_id = people.id and s.purged_at is null)
  or exists (select from sale_buyers b where b.person_id = people.id)
  or exists (select from quotes q where q.person_id = people.id and q.state_id in ${anyOf(OPEN_QUOTES)})
  or exists (select from prospects p where p.person_id = people.id and p.stage_id <> ${PROSPECT.discarded})
  or exists (select from lot_waitlist w where w.person_id = people.id and w.left_at is null and w.offered_at is null)
  or exists (select from appointments a where a.person_id = people.id and a.starts_at > now()))`;
