import { COUNTED } from '#server/modules/sales/totals/totals.table.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { type Db, holdName, idOf, row, rows } from '#server/kernel/db.ts';
import { assignments } from './workers.table.ts';

/** type_assignments (domain.md §2) */
export const ASSIGNMENT = { automatic: 1, manual: 2, reassigned: 3, temporary: 6 } as const;

/** Condition: a processor, who may approve documents of assigned sales. The role's name does not matter. */
export const isProcessor = sql`exists (select 1 from user_roles ur join role_grants g on g.role_id = ur.role_id
  where ur.user_id = u.id and g.permission = 'documentos.aprobar' and g.scope = 'asignado')`;
/** Condition: an adviser, who has ventas.crear with the scope `propio`; not everybody who may begin a sale. */
export const isOwnAdviser = sql`exists (select 1 from user_roles ur join role_grants g on g.role_id = ur.role_id
  where ur.user_id = u.id and g.permission = 'ventas.crear' and g.scope = 'propio')`;
const isAdviser = sql`exists (select 1 from user_roles ur join role_grants g on g.role_id = ur.role_id
  where ur.user_id = u.id and g.permission = 'ventas.crear')`;
/** Number of running sales, states 2-10 (rulings.md 30), from the totals, per user. */
const running = (kind: number) => sql`coalesce((select sum(c.total) from sale_counts c
  where c.kind = ${sql.raw(String(kind))} and c.key = u.id and c.state_id between ${idOf(SALE.received)} and ${idOf(SALE.promiseSigned)}), 0)::int`;
const load = running(COUNTED.processor);
/** Condition: has the role abogado. Other roles may also handle legal documents, so permissions do not decide this. */
export const isLawyer = sql`exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = u.id and r.name = 'abogado')`;
/** Sub-select: a lawyer's sales with running legal work, until the deed is registered. */
export const legalLoad = sql`(select count(*) from sales s where s.lawyer_id = u.id and s.state_id between ${idOf(SALE.complete)} and ${idOf(SALE.inDeed)})::int`;
/** Condition: out of office, both days included; a missing day means open-ended. */
export const away = (today: string) => sql`(coalesce(u.away_from, u.away_to) is not null
  and ${today} between coalesce(u.away_from, '0001-01-01') and coalesce(u.away_to, '9999-12-31'))`;

/** Waits for running assignments to commit, and blocks new ones until the transaction ends. */
export const waitForAssignments = (db: Db) => holdName(db, 'sales: assign');

/**
 * Keeps the receiver of a sale active until the transaction ends: a deactivation waits and then counts the sale, or has
 * committed and is visible. Call it before locking the sale: a deactivation locks in this order.
 */
export const holdReceiver = (db: Db, userId: number) =>
  db.execute(sql`select 1 from users where id = ${userId} for share`);

/**
 * The processor with the fewest running sales among the project's active ones who are not away; a tie goes to the one
 * who waited longest (rulings.md 30). Null if the project's team has none. Waits for other assignments to commit, so
 * that concurrent sales spread evenly: call it late in the transaction.
 */
export async function chooseProcessor(
  ctx: Pick<Context, 'db' | 'now'>,
  projectId: number,
): Promise<number | null> {
  await waitForAssignments(ctx.db);
  const chosen = await row<{ id: number }>(
    ctx.db,
    sql`select u.id from users u join project_team t on t.user_id = u.id and t.project_id = ${projectId}
      where u.active and ${isProcessor} and not ${away(panamaDay(ctx.now))}
      order by ${load}, (select max(a.id) from assignments a where a.processor_id = u.id) nulls first, u.id
      limit 1`,
  );
  return chosen?.id ?? null;
}

/** Records an assignment of a sale and its type. */
export async function recordAssignment(
  ctx: Pick<Context, 'db' | 'now' | 'staff'>,
  assignment: { saleId: number; processorId: number; typeId: number; reason?: string },
): Promise<void> {
  const byItself = assignment.typeId === ASSIGNMENT.automatic;
  await ctx.db
    .insert(assignments)
    .values({ ...assignment, assignedBy: byItself ? null : (ctx.staff?.userId ?? null), at: ctx.now });
}

export interface SaleStaff {
  id: number;
  name: string;
  email: string;
  processor: boolean;
  adviser: boolean;
  lawyer: boolean;
  away: boolean;
  /** Last day out of office; null if open-ended or not away. */
  away_to: string | null;
  open: number;
  open_adviser: number;
  open_lawyer: number;
}

/** Active users who can be assigned to a sale. */
export const findSaleStaff = (db: Db, now: Date): Promise<SaleStaff[]> =>
  rows<SaleStaff>(
    db,
    sql`select * from (
      select u.id, u.name, u.email::text, ${isProcessor} processor, ${isAdviser} adviser, ${isLawyer} lawyer,
        ${away(panamaDay(now))} away, case when ${away(panamaDay(now))} then u.away_to end away_to, ${load} open,
        ${running(COUNTED.adviser)} open_adviser, ${legalLoad} open_lawyer
      from users u where u.active
    ) staff where processor or adviser or lawyer order by name`,
  );

/** Names by id of the active processors, except `without`. */
export async function processorNames(
  ctx: Pick<Context, 'db' | 'now'>,
  without: readonly number[] = [],
): Promise<Record<string, string>> {
  const staff = await findSaleStaff(ctx.db, ctx.now);
  return Object.fromEntries(
    staff
      .filter((one) => one.processor && !without.includes(one.id))
      .map(({ id, name }) => [String(id), name]),
  );
}
