import { sql, type SQL } from 'drizzle-orm';
import { USER_TYPES } from '#contract/company/users/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { scopeOf } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';

export interface Order {
  order_type?: 'asc' | 'desc' | undefined;
  order_column?: string | undefined;
}

const COLUMNS: Readonly<Record<string, SQL>> = {
  id: sql`id`,
  email: sql`email`,
  name: sql`lower(unaccent(name))`,
};

/** A small list in the order asked for: by name otherwise, as people read it. */
const ordered = (inner: SQL, { order_type, order_column }: Order): SQL =>
  sql`select * from (${inner}) listed order by ${COLUMNS[order_column ?? 'name'] ?? COLUMNS['name']!} ${
    order_type === 'desc' ? sql`desc` : sql`asc`
  }, id`;

interface Person {
  id: number;
  name: string;
  email: string;
}

const colleagueTypes = sql.raw(
  USER_TYPES.filter(({ colleague }) => colleague)
    .map(({ id }) => id)
    .join(', '),
);

/** Active colleagues; of one organizational role where it is given. */
export const findColleagues = (db: Db, order: Order, roleType?: number) =>
  rows<Person>(
    db,
    ordered(
      sql`select id, name, email::text from users where active and user_type_id in (${colleagueTypes})
        and ${roleType === undefined ? sql`true` : sql`organizational_role_type_id = ${roleType}`}`,
      order,
    ),
  );

/** Inspectors: of that type, or with the role, and active. */
export const isAgent = sql`(u.active and (u.user_type_id = 5 or exists (select from user_roles ur
  join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'inspector')))`;

export const findAgents = (db: Db, order: Order) =>
  rows<{ id: number; name: string }>(
    db,
    ordered(sql`select u.id, u.name from users u where ${isAgent}`, order),
  );

/**
 * Partners of a kind that are not archived. A contractor's user, whose contracts are its own, finds only its own company among the
 * contractors; whom it works for it may know.
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

/** Lawyers that are not archived; `withUser`: those who sign in. An outside lawyer finds only oneself. */
export function findLawyerOptions(ctx: Pick<Context, 'db' | 'staff'>, order: Order, withUser: boolean) {
  const own = ctx.staff?.colleague === false ? sql`user_id = ${ctx.staff.userId}` : sql`true`;
  return rows<{ id: number; name: string }>(
    ctx.db,
    ordered(
      sql`select id, full_name as name from lawyers where archived_at is null and ${own}
        and ${withUser ? sql`exists (select from users u where u.id = user_id and u.active)` : sql`true`}`,
      order,
    ),
  );
}
