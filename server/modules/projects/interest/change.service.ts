import { and, eq, isNull } from 'drizzle-orm';
import { addDays, showDay } from '#contract/dates.ts';
import type { CostForm, RuleForm } from '#contract/projects/interest/model.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { forgetRules, RULE_CHANGE } from './interest.service.ts';
import { closingCosts, interestChanges, interestRules } from './interest.table.ts';

type Rule = typeof interestRules.$inferSelect;
type Cost = typeof closingCosts.$inferSelect;

const ruleOf = (form: RuleForm) => ({
  regime: form.regime,
  region: form.region,
  minCents: form.min_centavos,
  maxCents: form.max_centavos,
  pointsPercent: form.points_percent,
  months: form.months,
  conditions: [...new Set(form.conditions)],
  incomeMaxCents: form.income_max_centavos,
  shareMaxPercent: form.share_max_percent,
  validFrom: form.valid_from,
  validTo: form.valid_to,
  sure: form.sure,
  source: form.source,
});
const costOf = (form: CostForm) => ({
  code: form.code,
  label: form.label,
  projectId: form.project_id,
  basis: form.basis,
  amountCents: form.basis === 'fijo' ? form.amount_centavos : null,
  percent: form.basis === 'fijo' ? null : form.percent,
  payer: form.payer,
  validFrom: form.valid_from,
  validTo: form.valid_to,
  sure: form.sure,
  source: form.source,
});

const byMe = (ctx: Context) => ({ createdBy: staffOf(ctx).name, createdAt: ctx.now });
const gone = () => conflict('STALE', 'Alguien ya cambió esta fila. Revisa la que rige ahora.');

/** Awaits a write. Raises 409 RULES_OVERLAP when the row overlaps another valid row. */
async function unlessOverlap<A>(what: string, write: Promise<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (!violatedConstraint(error)?.endsWith('_overlap')) throw error;
    throw conflict('RULES_OVERLAP', what);
  }
}
const RULES_MEET =
  'Ya hay una regla para esos precios, esa región y esas fechas. Cambia esa, o ajusta los montos o los días.';
const COSTS_MEET = 'Ya hay un gasto con ese código en esas fechas. Cambia ese, o ajusta los días.';

const insertRule = async (ctx: Context, row: typeof interestRules.$inferInsert): Promise<Rule> =>
  (await unlessOverlap(RULES_MEET, ctx.db.insert(interestRules).values(row).returning()))[0]!;
const insertCost = async (ctx: Context, row: typeof closingCosts.$inferInsert): Promise<Cost> =>
  (await unlessOverlap(COSTS_MEET, ctx.db.insert(closingCosts).values(row).returning()))[0]!;

/** Records the change and announces it: sales staff are notified about their affected open quotes and sales. */
async function note(
  ctx: Context,
  { before, after, on, reason }: { before: Rule | null; after: Rule | null; on: string; reason: string },
): Promise<void> {
  const [made] = await ctx.db
    .insert(interestChanges)
    .values({
      beforeId: before?.id ?? null,
      afterId: after?.id ?? null,
      effectiveOn: on,
      reason,
      byId: staffOf(ctx).userId,
      at: ctx.now,
    })
    .returning({ id: interestChanges.id });
  await audit(ctx, 'cambiar regla', 'regla_interes', (after ?? before)!.id, {
    reason,
    on,
    before: before?.id ?? null,
  });
  await announce(ctx, { record: RULE_CHANGE, id: made!.id, verb: 'cambiar regla' });
  ctx.afterCommit(forgetRules);
}

/** Adds an interest rule. Raises 409 RULES_OVERLAP. Returns its id. */
export async function addRule(ctx: Context, form: RuleForm): Promise<number> {
  const after = await insertRule(ctx, { ...ruleOf(form), ...byMe(ctx) });
  await note(ctx, { before: null, after, on: form.valid_from, reason: form.motivo });
  return after.id;
}

/** Locks a rule that is not retired. Raises 404, 409 STALE when the rule was replaced. */
async function lockRule(ctx: Context, id: number): Promise<Rule> {
  const [found] = await ctx.db
    .select()
    .from(interestRules)
    .where(eq(interestRules.id, id))
    .for('no key update');
  if (!found) throw notFound();
  if (found.retiredAt) throw gone();
  return found;
}

const retireRule = (ctx: Context, id: number) =>
  ctx.db.update(interestRules).set({ retiredAt: ctx.now }).where(eq(interestRules.id, id));

/**
 * Replaces a rule from the form's `valid_from` on. A copy of the old rule stays valid until the day before. The old
 * row, which quotes may refer to, is retired and never changed. Returns the new id. Raises 404, 409 STALE, 409
 * RULES_OVERLAP, 422 at valid_from.
 */
export async function reviseRule(ctx: Context, id: number, form: RuleForm): Promise<number> {
  const before = await lockRule(ctx, id);
  withinDays(before, form.valid_from, 'valid_from');
  await retireRule(ctx, id);
  if (form.valid_from > before.validFrom)
    await insertRule(ctx, {
      ...copyOf(before),
      validTo: addDays(form.valid_from, -1),
      previousId: id,
      ...byMe(ctx),
    });
  const after = await insertRule(ctx, { ...ruleOf(form), previousId: id, ...byMe(ctx) });
  await note(ctx, { before, after, on: form.valid_from, reason: form.motivo });
  return after.id;
}

/** Sets the last day of a rule. Raises 404, 409 STALE, 422 at valid_to. */
export async function endRule(
  ctx: Context,
  id: number,
  { valid_to, motivo }: { valid_to: string; motivo: string },
): Promise<number> {
  const before = await lockRule(ctx, id);
  withinDays(before, valid_to, 'valid_to');
  await retireRule(ctx, id);
  const left = await insertRule(ctx, { ...copyOf(before), validTo: valid_to, previousId: id, ...byMe(ctx) });
  await note(ctx, { before, after: null, on: addDays(valid_to, 1), reason: motivo });
  return left.id;
}

function copyOf<R extends { id: number; retiredAt: Date | null }>(row: R): Omit<R, 'id' | 'retiredAt'> {
  const { id: _, retiredAt: __, ...rest } = row;
  return rest;
}

/** Raises 422 when the day is outside the row's validity. */
function withinDays(row: { validFrom: string; validTo: string | null }, day: string, field: string): void {
  const until = row.validTo === null ? '' : ` y hasta el ${showDay(row.validTo)}`;
  if (day < row.validFrom || (row.validTo !== null && day > row.validTo))
    throw invalid([
      {
        field,
        message: `Esta fila rige desde el ${showDay(row.validFrom)}${until}: elige un día entre ellos.`,
      },
    ]);
}

async function checkProject(ctx: Context, projectId: number | null): Promise<void> {
  if (projectId === null) return;
  const [found] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), isNull(projects.archivedAt)));
  if (!found) throw invalid([{ field: 'project_id', message: 'Elige un proyecto de la lista.' }]);
}

/** Adds a closing cost. Raises 409 RULES_OVERLAP. Returns its id. */
export async function addCost(ctx: Context, form: CostForm): Promise<number> {
  await checkProject(ctx, form.project_id);
  const made = await insertCost(ctx, { ...costOf(form), ...byMe(ctx) });
  await audit(ctx, 'cambiar gasto', 'gasto_cierre', made.id, { code: form.code, reason: form.motivo });
  return made.id;
}

/** Like reviseRule, for a closing cost. Its code cannot change. */
export async function reviseCost(ctx: Context, id: number, form: CostForm): Promise<number> {
  const [before] = await ctx.db
    .select()
    .from(closingCosts)
    .where(eq(closingCosts.id, id))
    .for('no key update');
  if (!before) throw notFound();
  if (before.retiredAt) throw gone();
  withinDays(before, form.valid_from, 'valid_from');
  await checkProject(ctx, form.project_id);
  await ctx.db.update(closingCosts).set({ retiredAt: ctx.now }).where(eq(closingCosts.id, id));
  if (form.valid_from > before.validFrom)
    await insertCost(ctx, {
      ...copyOf(before),
      validTo: addDays(form.valid_from, -1),
      previousId: id,
      ...byMe(ctx),
    });
  const made = await insertCost(ctx, { ...costOf(form), code: before.code, previousId: id, ...byMe(ctx) });
  await audit(ctx, 'cambiar gasto', 'gasto_cierre', made.id, {
    code: before.code,
    reason: form.motivo,
    before: id,
  });
  return made.id;
}
