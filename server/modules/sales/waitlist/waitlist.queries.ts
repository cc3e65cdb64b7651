import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { Waiting } from '#contract/sales/waitlist/waitlist.ts';
import type { WaitState } from '#contract/sales/waitlist/waitStates.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { confirmedNow } from '#server/modules/sales/sale/known.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { lotWaitlist } from './waitlist.table.ts';

/**
 * The row scope of waitlist entries, in a query joined to lots: all · of the caller's projects · entries where the
 * caller is the adviser, added the person, or processes the sale.
 */
export function waitingInReach(ctx: Pick<Context, 'staff'>, permission: Permission): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (reach?.scope === 'todo') return undefined;
  if (reach?.scope === 'sus_proyectos')
    return sql`${lots.projectId} = any(${sql.param([...reach.projectIds])})`;
  if (!reach) return sql`false`;
  return or(
    eq(lotWaitlist.adviserId, reach.userId),
    eq(lotWaitlist.joinedBy, reach.userId),
    sql`exists (select from sales s where s.id = ${lotWaitlist.saleId}
      and ${reach.scope === 'propio' ? sql`s.adviser_id` : sql`s.processor_id`} = ${reach.userId})`,
  );
}

const state: SQL<WaitState> = sql<WaitState>`(case
  when ${lotWaitlist.leftAt} is not null then 'salio'
  when ${lotWaitlist.offeredAt} is null then 'espera'
  when ${lotClaims.kind} <> 'offer' then 'tomado'
  when ${lotClaims.releasedAt} is null then 'ofrecido'
  else 'vencido' end)`;
/** Place in the waitlist, 1 is next; null after leaving or after an offer. */
const place: SQL<number | null> = sql<
  number | null
>`(case when ${lotWaitlist.leftAt} is null and ${lotWaitlist.offeredAt} is null
  then (select count(*)::int + 1 from lot_waitlist b where b.lot_id = ${lotWaitlist.lotId} and b.place < ${lotWaitlist.place}
    and b.left_at is null and b.offered_at is null) end)`;

const LINES_MAX = 500;

/** The waitlist of a lot in order of arrival, limited to the caller's scope. Places count all entries. */
export async function listWaiting(ctx: Context, lotId: number): Promise<Waiting[]> {
  const found = await ctx.db
    .select({
      id: lotWaitlist.id,
      puesto: place,
      estado: state,
      nombre: people.name,
      celular: lotWaitlist.phone,
      email: people.email,
      joinedAt: lotWaitlist.joinedAt,
      until: lotClaims.until,
      motivo: lotWaitlist.leftReason,
      asesor: users.name,
      saleId: sales.id,
      saleCode: sales.code,
    })
    .from(lotWaitlist)
    .innerJoin(lots, eq(lots.id, lotWaitlist.lotId))
    .innerJoin(people, eq(people.id, lotWaitlist.personId))
    .leftJoin(lotClaims, eq(lotClaims.id, lotWaitlist.claimId))
    .leftJoin(users, eq(users.id, lotWaitlist.adviserId))
    .leftJoin(sales, eq(sales.id, lotWaitlist.saleId))
    .where(and(eq(lotWaitlist.lotId, lotId), waitingInReach(ctx, 'ventas.ver')))
    .orderBy(asc(lotWaitlist.place))
    .limit(LINES_MAX);
  return found.map(({ joinedAt, until, saleId, saleCode, ...row }) => ({
    ...row,
    desde: joinedAt.toISOString(),
    hasta: row.estado === 'ofrecido' ? (until?.toISOString() ?? null) : null,
    venta: saleId === null ? null : { id: saleId, code: saleCode },
  }));
}

/** A waitlist entry with its lot; undefined if it does not exist. */
export async function findEntry(db: Db, id: number) {
  const [found] = await db
    .select({
      lot: { id: lots.id, name: lots.name, areaM2: lots.areaM2 },
      project: { slug: projects.slug, name: projects.name },
      person: { name: people.name, email: people.email },
      /** An unconfirmed person added this entry. */
      stranger: sql<boolean>`${lotWaitlist.joinedBy} is null and not ${confirmedNow()}`,
      state,
      place,
      until: lotClaims.until,
    })
    .from(lotWaitlist)
    .innerJoin(lots, eq(lots.id, lotWaitlist.lotId))
    .innerJoin(projects, eq(projects.id, lots.projectId))
    .innerJoin(people, eq(people.id, lotWaitlist.personId))
    .leftJoin(lotClaims, eq(lotClaims.id, lotWaitlist.claimId))
    .where(eq(lotWaitlist.id, id));
  return found;
}
