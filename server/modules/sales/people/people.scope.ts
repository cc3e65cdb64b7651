import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context, type RowScope } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';

/** Row scope of sales over a table `s` with adviser, processor and project. */
const ownSale = ({ scope, userId, projectIds, colleague }: RowScope): SQL =>
  ({
    todo: sql`true`,
    propio: sql`s.adviser_id = ${userId}`,
    asignado: colleague
      ? sql`s.processor_id = ${userId}`
      : sql`(s.processor_id = ${userId} or s.lawyer_id = ${userId})`,
    sus_proyectos: sql`s.project_id = any(${sql.param([...projectIds])}::bigint[])`,
  })[scope];
const ownProspect = ({ scope, userId, projectIds }: RowScope): SQL =>
  ({
    todo: sql`true`,
    propio: sql`(t.adviser_id = ${userId} or (t.adviser_id is null and t.created_by = ${userId}))`,
    asignado: sql`(t.sale_id is not null and exists (select from sales s where s.id = t.sale_id and s.processor_id = ${userId} offset 0))`,
    sus_proyectos: sql`t.project_id = any(${sql.param([...projectIds])}::bigint[])`,
  })[scope];

/** Row scope of proformas: a user who made one knows the person. */
const ownQuote = ({ scope, userId, projectIds }: RowScope): SQL =>
  ({
    todo: sql`true`,
    propio: sql`q.adviser_id = ${userId}`,
    asignado: sql`false`,
    sus_proyectos: sql`q.project_id = any(${sql.param([...projectIds])}::bigint[])`,
  })[scope];

/** Condition: the caller may see a sale, over a table `s`. */
export function saleInReachOf(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  return reach ? ownSale(reach) : sql`false`;
}

/** Condition: the caller may see a prospect, over a table `t`. */
export function prospectInReachOf(ctx: Pick<Context, 'staff'>, permission: Permission): SQL {
  const reach = scopeOf(ctx, permission);
  return reach ? ownProspect(reach) : sql`false`;
}

/**
 * Condition: the caller may see a person, given the person's id as an expression: at least one sale, prospect or
 * proforma is in scope. With the scope `todo`, also people without any.
 */
export function personInReach(ctx: Pick<Context, 'staff'>, permission: Permission, personId: SQL): SQL {
  const reach = scopeOf(ctx, permission);
  if (!reach) return sql`false`;
  if (reach.scope === 'todo') return sql`true`;
  // `offset 0` looks up the rows of each person; without it PostgreSQL may first collect everything in scope.
  return sql`(exists (select from prospects t where t.person_id = ${personId} and ${ownProspect(reach)} offset 0)
    or exists (select from sales s where s.person_id = ${personId} and ${ownSale(reach)} offset 0)
    or exists (select from sale_buyers b join sales s on s.id = b.sale_id where b.person_id = ${personId} and ${ownSale(reach)} offset 0)
    or exists (select from quotes q where q.person_id = ${personId} and ${ownQuote(reach)} offset 0))`;
}

/** Condition: all records of a person are in the caller's scope. A change of a person affects all of them. */
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

/** Whether the caller may open a person's page. */
export async function mayOpenPerson(ctx: Context, id: number): Promise<boolean> {
  const found = await row(
    ctx.db,
    sql`select from people p where p.id = ${id} and p.merged_into_id is null
      and ${personInReach(ctx, 'ventas.ver', sql`p.id`)}`,
  );
  return found !== undefined;
}
