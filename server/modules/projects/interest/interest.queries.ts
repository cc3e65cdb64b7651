import { desc, eq, sql, type SQL } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { CostRow, RuleChange, RuleRow } from '#contract/projects/interest/model.ts';
import { ruleText } from '#contract/projects/interest/rules.ts';
import type { Ordering } from '#contract/paging.ts';
import type { Context } from '#server/kernel/context.ts';
import { inOrder } from '#server/kernel/db.ts';
import { known } from '#server/kernel/known.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { toCost, toRule } from './interest.service.ts';
import { closingCosts, interestChanges, interestRules } from './interest.table.ts';

interface At<C extends string> extends Ordering<C> {
  limit: number;
  offset: number;
}
type Which = 'vigentes' | 'todas';

const ruleOrder = (uses: SQL<number>) => ({
  vigencia: interestRules.validFrom,
  precio: interestRules.minCents,
  puntos: interestRules.pointsPercent,
  meses: interestRules.months,
  proformas: uses,
});
const COST_ORDER = {
  nombre: closingCosts.label,
  vigencia: closingCosts.validFrom,
};
const CHANGE_ORDER = {
  id: interestChanges.id,
  rige: interestChanges.effectiveOn,
  quien: users.name,
  cuando: interestChanges.at,
};

function standingOf(
  row: { retiredAt: Date | null; validFrom: string; validTo: string | null },
  today: string,
): RuleRow['standing'] {
  if (row.retiredAt) return 'reemplazada';
  if (row.validFrom > today) return 'futura';
  return row.validTo !== null && row.validTo < today ? 'pasada' : 'vigente';
}

const START = 'Inicio del sistema';
/** A page of interest rules: current and future ones, or all ('todas'). */
export async function pageOfRules(
  ctx: Context,
  {
    which,
    id,
    limit,
    offset,
    ...asked
  }: At<keyof ReturnType<typeof ruleOrder>> & { which: Which; id?: number },
): Promise<{ list: RuleRow[]; total: number }> {
  const today = panamaDay(ctx.now);
  const uses = known<number>(ctx, 'regla_interes', 'quotes');
  const where: SQL | undefined =
    id !== undefined
      ? eq(interestRules.id, id)
      : which === 'todas'
        ? undefined
        : sql`${interestRules.retiredAt} is null and coalesce(${interestRules.validTo} >= ${today}, true)`;
  const found = await ctx.db
    .select({ row: interestRules, quotes: uses })
    .from(interestRules)
    .where(where)
    .orderBy(
      inOrder(
        asked,
        ruleOrder(uses),
        interestRules.id,
        ['vigencia', 'desc'],
        [
          sql`${interestRules.retiredAt} is not null`,
          desc(interestRules.validFrom),
          sql`${interestRules.region} nulls last`,
          interestRules.minCents,
          interestRules.id,
        ],
      ),
    )
    .limit(limit)
    .offset(offset);
  return {
    list: found.map(({ row, quotes }) => ({
      ...toRule(row),
      standing: standingOf(row, today),
      created_by: row.createdBy ?? START,
      created_at: row.createdAt.toISOString(),
      quotes,
    })),
    total: id === undefined ? await ctx.db.$count(interestRules, where) : found.length,
  };
}

/** A page of closing costs: current and future ones, or all ('todas'). */
export async function pageOfCosts(
  ctx: Context,
  { which, id, limit, offset, ...asked }: At<keyof typeof COST_ORDER> & { which: Which; id?: number },
): Promise<{ list: CostRow[]; total: number }> {
  const today = panamaDay(ctx.now);
  const where: SQL | undefined =
    id !== undefined
      ? eq(closingCosts.id, id)
      : which === 'todas'
        ? undefined
        : sql`${closingCosts.retiredAt} is null and coalesce(${closingCosts.validTo} >= ${today}, true)`;
  const found = await ctx.db
    .select({ row: closingCosts, project: projects.name })
    .from(closingCosts)
    .leftJoin(projects, eq(projects.id, closingCosts.projectId))
    .where(where)
    .orderBy(
      inOrder(
        asked,
        COST_ORDER,
        closingCosts.id,
        ['nombre', 'asc'],
        [
          sql`${closingCosts.retiredAt} is not null`,
          closingCosts.label,
          desc(closingCosts.validFrom),
          closingCosts.id,
        ],
      ),
    )
    .limit(limit)
    .offset(offset);
  return {
    list: found.map(({ row, project }) => ({
      ...toCost(row),
      project,
      standing: standingOf(row, today),
      created_by: row.createdBy ?? START,
      created_at: row.createdAt.toISOString(),
    })),
    total: id === undefined ? await ctx.db.$count(closingCosts, where) : found.length,
  };
}

/** A page of the changes of the interest rules, the latest first. */
export async function pageOfRuleChanges(
  ctx: Context,
  { limit, offset, ...asked }: At<keyof typeof CHANGE_ORDER>,
): Promise<{ list: RuleChange[]; total: number }> {
  const found = await ctx.db
    .select({ change: interestChanges, by: users.name })
    .from(interestChanges)
    .innerJoin(users, eq(users.id, interestChanges.byId))
    .orderBy(inOrder(asked, CHANGE_ORDER, interestChanges.id, ['id', 'desc']))
    .limit(limit)
    .offset(offset);
  const rows = await ctx.db.select().from(interestRules);
  const texts = new Map(rows.map((row) => [row.id, ruleText(toRule(row))]));
  const said = (id: number | null) => (id === null ? null : (texts.get(id) ?? null));
  return {
    list: found.map(({ change, by }) => ({
      id: change.id,
      at: change.at.toISOString(),
      by,
      reason: change.reason,
      effective_on: change.effectiveOn,
      before: said(change.beforeId),
      after: said(change.afterId),
    })),
    total: await ctx.db.$count(interestChanges),
  };
}
