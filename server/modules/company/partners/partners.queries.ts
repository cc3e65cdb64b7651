import { asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import { offsetOf } from '#contract/paging.ts';
import {
  PAPER_WARNING_DAYS,
  type PaperState,
  type PartnerFilter,
  type PartnerRow,
} from '#contract/company/partners/partners.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { alphabetic, containing, type Db, hasPart, inOrder, row, rows } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { ordered, type Order } from '#server/modules/company/staff/options.service.ts';
import { partnerPapers } from './partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Condition: documents with a state on that day, the same rule as `paperState`. */
const inState = (state: PaperState, today: string): SQL =>
  ({
    vencido: sql`p.expires_on < ${today}`,
    por_vencer: sql`p.expires_on between ${today} and ${addDays(today, PAPER_WARNING_DAYS)}`,
    vigente: sql`(p.expires_on is null or p.expires_on > ${addDays(today, PAPER_WARNING_DAYS)})`,
  })[state];

const selected = (
  today: string,
) => sql`select o.id, o.kind, o.name, o.ruc, o.dv, o.legal_representative, o.phone,
  o.email::text, o.archived_at is not null archived, counted.next_expiry,
  json_build_object('vigente', counted.vigente, 'por_vencer', counted.por_vencer, 'vencido', counted.vencido) papers
  from partners o cross join lateral (select
    count(*) filter (where ${inState('vigente', today)})::int vigente,
    count(*) filter (where ${inState('por_vencer', today)})::int por_vencer,
    count(*) filter (where ${inState('vencido', today)})::int vencido,
    min(p.expires_on) next_expiry
    from partner_papers p where p.partner_id = o.id and p.replaced_at is null) counted`;

const ORDER = { name: alphabetic(sql`o.name`), ruc: sql`o.ruc`, next_expiry: sql`counted.next_expiry` };

/** A page of the partners of a kind, by name by default, and the total. */
export async function pageOfPartners(db: Db, filter: PartnerFilter, today: string) {
  const { q } = filter;
  const where = sql`o.kind = ${filter.kind}
    and ${filter.archivados === '1' ? sql`true` : sql`o.archived_at is null`}
    and ${
      q
        ? sql`(${hasPart(sql`o.name`, q)} or o.ruc ilike ${containing(q)} or ${hasPart(sql`o.legal_representative`, q)})`
        : sql`true`
    }
    and ${
      filter.papeles
        ? sql`exists (select from partner_papers p where p.partner_id = o.id and p.replaced_at is null
          and ${inState(filter.papeles, today)})`
        : sql`true`
    }`;
  const [list, counted] = await Promise.all([
    rows<PartnerRow>(
      db,
      sql`${selected(today)} where ${where} order by ${inOrder(filter, ORDER, sql`o.id`, ['name', 'asc'])}
        limit ${filter.per_page} offset ${offsetOf(filter)}`,
    ),
    row<{ total: number }>(db, sql`select count(*)::int total from partners o where ${where}`),
  ]);
  return { list, total: counted?.total ?? 0 };
}

export const findPartnerRow = (db: Db, id: number, today: string) =>
  row<PartnerRow>(db, sql`${selected(today)} where o.id = ${id}`);

/** Documents with their files: those in force first, then replaced ones, the newest first. */
export const findPapers = (db: Db, partnerId: number) =>
  db
    .select({ paper: partnerPapers, file: { id: files.id, name: files.name, mime: files.mime } })
    .from(partnerPapers)
    .leftJoin(files, eq(files.id, partnerPapers.fileId))
    .where(eq(partnerPapers.partnerId, partnerId))
    .orderBy(
      sql`${partnerPapers.replacedAt} is not null`,
      asc(partnerPapers.expiresOn),
      desc(partnerPapers.id),
    );

export const findPartnerUsers = (db: Db, partnerId: number) =>
  db
    .select({ id: users.id, name: users.name, email: users.email, active: users.active })
    .from(users)
    .where(eq(users.partnerId, partnerId))
    .orderBy(asc(users.name));

/** Documents in force that expire within the warning period and were not announced yet; locked. */
export const findPapersToTell = (db: Db, today: string) =>
  rows<{
    id: number;
    kind: string;
    number: string | null;
    expiresOn: string;
    partnerId: number;
    partner: string;
    partnerKind: string;
  }>(
    db,
    sql`select p.id, p.kind, p.number, p.expires_on "expiresOn", o.id "partnerId", o.name partner, o.kind "partnerKind"
      from partner_papers p join partners o on o.id = p.partner_id
      where p.replaced_at is null and p.warned_at is null and o.archived_at is null
        and p.expires_on between ${today} and ${addDays(today, PAPER_WARNING_DAYS)}
      order by p.expires_on, p.id for no key update of p`,
  );

export const markTold = (db: Db, ids: readonly number[], at: Date) =>
  db
    .update(partnerPapers)
    .set({ warnedAt: at })
    .where(inArray(partnerPapers.id, [...ids]));

/**
 * Active partners of a kind as options. A contractor's user with scope propio sees only its own company among the
 * contractors, and all contracting parties.
 */
export function findPartnerOptions(
  ctx: Pick<Context, 'db' | 'staff'>,
  kind: 'contratista' | 'contratante',
  order: Order,
) {
  const reach = scopeOf(ctx, 'contratos.ver');
  const own =
    kind === 'contratista' && reach?.scope === 'propio'
      ? sql`id = (select partner_id from users where users.id = ${reach.userId})`
      : sql`true`;
  return rows<{ id: number; name: string }>(
    ctx.db,
    ordered(
      sql`select id, name from partners where kind = ${kind} and archived_at is null and ${own}`,
      order,
    ),
  );
}
