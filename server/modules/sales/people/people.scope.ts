import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context, type RowScope } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';

/** Rows of a person that a reach holds, over a table with adviser, project and, of sales, processor. */
const ownSale = ({ scope, userId, projectIds }: RowScope): SQL =>
  ({
    todo: sql`true`,
    propio: sql`s.adviser_id = ${userId}`,
    asignado: sql`s.processor_id = ${userId}`,
    sus_proyectos: sql`s.project_id = any(${sql.param([...projectIds])}::bigint[])`,
  })[scope];
const ownProspect = ({ scope, userId, projectIds }: RowScope): SQL =>
  ({
    todo: sql`true`,
    propio: sql`(t.adviser_id = ${userId} or (t.adviser_id is null and t.created_by = ${userId}))`,
    asignado: sql`(t.sale_id is not null and exists (select from sales s where s.id = t.sale_id and s.processor_id = ${userId} offset 0))`,
    sus_proyectos: sql`t.project_id = any(${sql.param([...projectIds])}::bigint[])`,
  })[scope];

/** A proforma of one's own or of one's project: who made it knows the person. */
const ownQuote = ({ scope, userId, projectIds }: RowScope): SQL =>
  ({
    todo: sql`true`,
    propio: sql`q.adviser_id = ${userId}`,
    asignado: sql`false`,
    sus_proyectos: sql`q.project_id = any(${sql.param([...projectIds])}::bigint[])`,
  })[scope];

/** Whether the caller may see a sale, over a table `s`. */
export function saleInReachOf(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  return reach ? ownSale(reach) : sql`false`;
}

/** Whether the caller may see a prospect, over a table `t`. */
export function prospectInReachOf(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  return reach ? ownProspect(reach) : sql`false`;
}

/**
 * Whether the caller may see a person, over any expression that is the person's id: one sale, prospect or proforma of theirs is within
 * reach. Whoever sees everything sees people without either, too.
 */
export function personInReach(ctx: Pick<Context, 'staff'>, permission: Permission, personId: SQL): SQL {
  const reach = scopeOf(ctx, permission);
  if (!reach) return sql`false`;
  if (reach.scope === 'todo') return sql`true`;
  // With `offset 0` each is looked up for the person; without, PostgreSQL may gather all that the caller may see first.
  return sql`(exists (select from prospects t where t.person_id = ${personId} and ${ownProspect(reach)} offset 0)
    or exists (select from sales s where s.person_id = ${personId} and ${ownSale(reach)} offset 0)
    or exists (select from sale_buyers b join sales s on s.id = b.sale_id where b.person_id = ${personId} and ${ownSale(reach)} offset 0)
    or exists (select from quotes q where q.person_id = ${personId} and ${ownQuote(reach)} offset 0))`;
}

/** Whether everything of a person is within the caller's reach: who changes a person changes it for all who attend them. */
export function wholePersonInReach(ctx: Pick<Context, 'staff'>, permission: Permission, personId: SQL): SQL {
  const reach = scopeOf(ctx, permission);
  if (!reach) return sql`false`;
  if (reach.scope === 'todo') return sql`true`;
  return sql`(${personInReach(ctx, permission, personId)}
    and not exists (select from sales s where s.person_id = ${personId} and (${ownSale(reach)}) is not true)
    and not exists (select from sale_buyers b join sales s on s.id = b.sale_id
      where b.person_id = ${personId} and (${ownSale(reach)}) is not true)
    and not exists (select from prospects t where t.person_id = ${personId} and (${ownProspect(reach)}) is not true)
    and not exists (select from quotes q where q.person_id = ${personId} and (${ownQuote(reach)}) is not true))`;
}

/** Whether the caller may open one person's page. */
export async function mayOpenPerson(ctx: Context, id: number): Promise<boolean> {
  const found = await row(
    ctx.db,
    sql`select from people p where p.id = ${id} and p.merged_into_id is null
      and ${personInReach(ctx, 'ventas.ver', sql`p.id`)}`,
  );
  return found !== undefined;
}
