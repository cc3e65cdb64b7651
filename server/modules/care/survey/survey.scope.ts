import { or, sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { handsOf, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';

type Caller = Pick<Context, 'staff'>;

const SEES = ['reportes.ver', 'ventas.entregar'] as const satisfies readonly Permission[];

/** Row scope of questions, over their sale `s`: who reads its reports, or hands its house over. Only the office's own people. */
export function surveysInReach(ctx: Caller): SQL {
  if (!ctx.staff?.colleague) return sql`false`;
  const given = SEES.filter((one) => scopeOf(ctx, one) !== null);
  return (
    or(...given.map((one) => salesInReach(ctx, one, handsOf('s')) ?? sql`true`), sql`false`) ?? sql`false`
  );
}

/** Sales `s` whose families the caller may call. */
export const callsInReach = (ctx: Caller): SQL =>
  ctx.staff?.colleague ? (salesInReach(ctx, 'ventas.entregar', handsOf('s')) ?? sql`true`) : sql`false`;

/** Whether the caller may open a question. Guards its comments, files and tasks. */
export const mayOpenSurvey = async (ctx: Context, id: number): Promise<boolean> =>
  (await row(
    ctx.db,
    sql`select k.id from survey_asks k join sales s on s.id = k.sale_id
      where k.id = ${id} and ${surveysInReach(ctx)}`,
  )) !== undefined;
