import { and, count, eq, gte, ilike, inArray, lt, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { STAFF_SECRET_MAILS } from '#contract/company/auth/model.ts';
import type { MailFilter } from '#contract/company/outbox/model.ts';
import { addDays, panamaInstant } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import type { Staff } from '#server/kernel/context.ts';
import { newestFirst, containing, type Db } from '#server/kernel/db.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';

const { id, kind, to, subject, secret, state, error, createdAt, sentAt } = outboxMails;
const ofStaff = Object.values(STAFF_SECRET_MAILS);

/** Whether the user may read customers' codes aloud and use their links (rulings.md 11). */
export const readsCodes = (staff: Staff) => staff.grants.get('ventas.aprobar') === 'todo';
/** Only users who may set a colleague's password may see its mail, because the link opens the account. */
const readsStaffSecrets = (staff: Staff) => staff.grants.get('administracion.editar') === 'todo';

/** Row scope of mails. */
function mailsInReach(staff: Staff): SQL | undefined {
  // A user who approves only some sales may not read all mails.
  if (!readsCodes(staff) && !staff.grants.has('administracion.ver')) return sql`false`;
  if (!readsCodes(staff))
    return readsStaffSecrets(staff) ? or(not(secret), inArray(kind, ofStaff)) : not(secret);
  return readsStaffSecrets(staff) ? undefined : or(not(secret), notInArray(kind, ofStaff));
}

/** A page of the mails in scope without their texts, the newest first, and the total. */
export async function pageOfMails(db: Db, staff: Staff, filter: MailFilter) {
  const part = filter.q && containing(filter.q);
  const where = and(
    mailsInReach(staff),
    filter.tipo ? eq(kind, filter.tipo) : undefined,
    filter.estado && eq(state, filter.estado),
    filter.desde ? gte(createdAt, panamaInstant(filter.desde)) : undefined,
    filter.hasta ? lt(createdAt, panamaInstant(addDays(filter.hasta, 1))) : undefined,
    part ? or(ilike(to, part), and(not(secret), ilike(subject, part))) : undefined,
  );
  const [list, total] = await Promise.all([
    db
      .select({ id, kind, to, subject, secret, state, error, createdAt, sentAt })
      .from(outboxMails)
      .where(where)
      .orderBy(newestFirst(id, filter))
      .limit(filter.per_page)
      .offset(offsetOf(filter)),
    db.$count(outboxMails, where),
  ]);
  return { list, total };
}

/** One mail in scope; undefined otherwise. */
export const findMail = async (db: Db, staff: Staff, mailId: number) =>
  (
    await db
      .select()
      .from(outboxMails)
      .where(and(eq(id, mailId), mailsInReach(staff)))
  )[0];

/** Numbers of kept, queued and failed mails in scope. */
export async function countMails(db: Db, staff: Staff): Promise<Map<string, number>> {
  const found = await db
    .select({ state, total: count() })
    .from(outboxMails)
    .where(and(inArray(state, ['held', 'kept', 'queued', 'failed']), mailsInReach(staff)))
    .groupBy(state);
  return new Map(found.map((one) => [one.state, one.total]));
}

/** The mails among these ids that are in scope and have an e-mail address. */
export const reachableMails = async (db: Db, staff: Staff, ids: readonly number[]) =>
  (
    await db
      .select({ id, to })
      .from(outboxMails)
      .where(and(inArray(id, [...ids]), mailsInReach(staff)))
  ).filter((mail) => isAddress(mail.to));

/** True for an e-mail address; false for a phone number that somebody must call. */
export const isAddress = (recipient: string) => recipient.includes('@');
