import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';

type Asking = Pick<Context, 'staff'>;

/**
 * Row scope of payables, for a `where` over a row with `made_by`; todo: all · sus proyectos: of the caller's projects, by
 * `ofProject` (a condition over project ids) · propio: what the caller entered. Only the office's own people.
 */
export function payablesInReach(
  ctx: Asking,
  permission: Permission,
  madeBy: SQL,
  ofProject: (ids: SQL) => SQL,
): SQL | undefined {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return sql`false`;
  switch (reach.scope) {
    case 'todo':
      return undefined;
    case 'sus_proyectos':
      return ofProject(sql`${sql.param([...reach.projectIds])}::bigint[]`);
    case 'propio':
      return sql`${madeBy} = ${reach.userId}`;
    default:
      return sql`false`;
  }
}

/** Of invoices: by the projects of their lines. */
export const invoicesInReach = (ctx: Asking, permission: Permission = 'contabilidad.ver'): SQL | undefined =>
  payablesInReach(
    ctx,
    permission,
    sql`supplier_invoices.made_by`,
    (ids) =>
      sql`exists (select from supplier_invoice_lines sil where sil.invoice_id = supplier_invoices.id and sil.project_id = any(${ids}))`,
  );

export const advancesInReach = (ctx: Asking, permission: Permission = 'contabilidad.ver'): SQL | undefined =>
  payablesInReach(
    ctx,
    permission,
    sql`supplier_advances.made_by`,
    (ids) => sql`supplier_advances.project_id = any(${ids})`,
  );

/** For a loaded record, which a query within the scope of `contabilidad.ver` found. */
export const mayPayables = (
  ctx: Asking,
  permission: Permission,
  record: { madeBy: number; inTeam: boolean },
): boolean => {
  const reach = scopeOf(ctx, permission);
  if (!reach || !ctx.staff?.colleague) return false;
  return (
    reach.scope === 'todo' ||
    (reach.scope === 'sus_proyectos' && record.inTeam) ||
    (reach.scope === 'propio' && record.madeBy === reach.userId)
  );
};

/** Gerencia approves what passes the limit: who approves works and payments everywhere. */
export const isBoss = (ctx: Asking): boolean =>
  scopeOf(ctx, 'contabilidad.aprobar')?.scope === 'todo' &&
  scopeOf(ctx, 'contratos.aprobar')?.scope === 'todo';
