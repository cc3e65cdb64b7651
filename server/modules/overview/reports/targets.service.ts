import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays, daysOf, panamaInstant } from '#contract/dates.ts';
import type { setTarget as setTargetSpec, Target } from '#contract/overview/reports/targets.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { row, rows, type Db } from '#server/kernel/db.ts';
import { forbidden, invalid } from '#server/kernel/errors.ts';
import { isOwnAdviser } from '#server/modules/sales/workers/processors.service.ts';
import { salesTargets } from './targets.table.ts';

const receivedIn = (month: string) => {
  const { from, to } = daysOf(month);
  return sql`received_at >= ${panamaInstant(from)} and received_at < ${panamaInstant(addDays(to, 1))}`;
};

/** The company's target of a month; null if none is set. */
export async function companyTarget(db: Db, month: string): Promise<number | null> {
  const [found] = await db
    .select({ sales: salesTargets.sales })
    .from(salesTargets)
    .where(and(eq(salesTargets.month, `${month}-01`), isNull(salesTargets.adviserId)));
  return found?.sales ?? null;
}

/**
 * The sales of a month with its targets: the company's first, then those of the active advisers and of everybody with a
 * sale or a target. Sales without an adviser are a row, so that the rows add up to the company's. Raises 403 unless the
 * caller sees the reports of the whole company.
 */
export async function targetsOf(ctx: Context, month: string): Promise<Target[]> {
  if (scopeOf(ctx, 'reportes.ver')?.scope !== 'todo') throw forbidden();
  const all = await row<{ sales: number }>(
    ctx.db,
    sql`select count(*)::int sales from sales where ${receivedIn(month)}`,
  );
  const advisers = await rows<Target>(
    ctx.db,
    sql`with made as (select coalesce(adviser_id, 0) id, count(*)::int sales from sales where ${receivedIn(month)} group by 1)
      select coalesce(u.id, 0) id, coalesce(u.name, 'Sin asesor') as name, coalesce(m.sales, 0) sales, t.sales target
      from (select u.id, u.name from users u where u.active and ${isOwnAdviser}
        union select u.id, u.name from users u where u.id in (select id from made)
          or u.id in (select adviser_id from sales_targets where month = ${`${month}-01`})) u
      full join made m on m.id = u.id
      left join sales_targets t on t.adviser_id = u.id and t.month = ${`${month}-01`}
      order by u.id is null, u.name, u.id`,
  );
  return [
    { id: null, name: 'Toda la empresa', sales: all!.sales, target: await companyTarget(ctx.db, month) },
    ...advisers,
  ];
}

/** Sets or removes one target. Raises 403 like `targetsOf`, and 422 for somebody who does not sell. */
export async function setTarget(
  ctx: Context,
  { mes, asesor_id: adviserId, ventas }: z.output<(typeof setTargetSpec)['body']>,
): Promise<void> {
  if (scopeOf(ctx, 'reportes.crear')?.scope !== 'todo') throw forbidden();
  if (adviserId !== null && !(await targetsOf(ctx, mes)).some(({ id }) => id === adviserId))
    throw invalid([{ field: 'asesor_id', message: 'Elige un asesor.' }]);
  const month = `${mes}-01`;
  if (ventas === null)
    await ctx.db.execute(
      sql`delete from sales_targets where month = ${month} and coalesce(adviser_id, 0) = ${adviserId ?? 0}`,
    );
  else
    await ctx.db.execute(sql`insert into sales_targets (month, adviser_id, sales, updated_by, updated_at)
      values (${month}, ${adviserId}, ${ventas}, ${ctx.staff?.userId ?? null}, ${ctx.now})
      on conflict (month, coalesce(adviser_id, 0)) do update
        set sales = excluded.sales, updated_by = excluded.updated_by, updated_at = excluded.updated_at`);
  await audit(ctx, 'cambiar', 'meta', mes, { adviser: adviserId, sales: ventas });
}
