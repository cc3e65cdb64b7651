import { arrayContains, asc, desc, eq, sql } from 'drizzle-orm';
import { MAIL_KIND_LABELS } from '#contract/company/outbox/model.ts';
import { normalizePhone } from '#contract/phone.ts';
import type { StaffLook } from '#contract/company/outbox/looks.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { LIVE_TOKENS } from '#server/kernel/mail.ts';
import { hashToken } from '#server/kernel/secrets.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { outboxLooks } from './outbox.table.ts';

interface Seen {
  id: number;
  kind: string;
  to: string;
  body: string;
}

/** Records that the caller saw a code or link, and why: in the audit log, and as evidence for a later signature. */
export async function keepLook(ctx: Context, mail: Seen, reason: string): Promise<void> {
  await audit(ctx, 'leer', 'correo', mail.id, { kind: mail.kind, to: mail.to, reason });
  const saleIds = await salesOpenedBy(ctx.db, mail);
  await ctx.db.insert(outboxLooks).values({
    mailId: mail.id,
    kind: mail.kind,
    userId: staffOf(ctx).userId,
    reason,
    saleIds,
    at: ctx.now,
  });
}

/** The sales of the links in the mail, and all sales of the people with the recipient's address or phone. */
async function salesOpenedBy(db: Db, { to, body }: Seen): Promise<number[]> {
  const tokens = [...body.matchAll(LIVE_TOKENS)].map(([found, before]) =>
    hashToken(found.slice((before ?? '').length)),
  );
  const found = await rows<{ id: number }>(
    db,
    sql`with reached as (select id from people where email = ${to} or phone = ${normalizePhone(to) ?? ''})
      select sale_id id from link_tokens where token_hash = any(${sql.param(tokens)}::text[])
      union select e.sale_id from envelopes e join envelope_signers g on g.envelope_id = e.id
        where g.token_hash = any(${sql.param(tokens)}::text[]) or g.email = ${to} or g.phone = ${normalizePhone(to) ?? ''}
      union select s.id from sales s join reached r on r.id = s.person_id
      union select b.sale_id from sale_buyers b join reached r on r.id = b.person_id`,
  );
  return found.map(({ id }) => Number(id));
}

/**
 * The last twenty times that staff saw a code or link of a sale, with time and
 * reason, in order: part of a signature's evidence.
 */
export async function looksAt({ db }: Pick<Context, 'db'>, saleId: number): Promise<StaffLook[]> {
  const latest = db
    .select()
    .from(outboxLooks)
    .where(arrayContains(outboxLooks.saleIds, [saleId]))
    .orderBy(desc(outboxLooks.id))
    .limit(20)
    .as('latest');
  const found = await db
    .select({ at: latest.at, by: users.name, kind: latest.kind, reason: latest.reason })
    .from(latest)
    .innerJoin(users, eq(users.id, latest.userId))
    .orderBy(asc(latest.id));
  return found.map(({ at, by, kind, reason }) => ({
    at: at.toISOString(),
    by,
    what: MAIL_KIND_LABELS[kind] ?? kind,
    reason,
  }));
}
