import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { panamaDay, panamaInstant, showDay } from '#contract/dates.ts';
import type { Increase, IncreaseForm, IncreaseRow } from '#contract/projects/prices/model.ts';
import {
  increased,
  leastPrice,
  whyNotCancel,
  whyNotConfirm,
  type IncreaseRule,
  type IncreaseState,
} from '#contract/projects/prices/rules.ts';
import type { Permission } from '#contract/access.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import type { JobName } from '#server/kernel/jobs.ts';
import { findIncreases, increasesInReach, pricesFor, type Priced } from './increases.queries.ts';
import { priceIncreaseRows, priceIncreases } from './prices.table.ts';

type Form = z.output<typeof IncreaseForm>;
type Planned = Priced & { toCents: number };

/** The job that applies due increases; scheduled for 00:00 of an increase's day. */
export const ApplyIncreases = {
  name: 'prices.applyIncreases',
  payload: z.object({}),
} satisfies JobName<z.ZodType>;

const ruleOf = (form: Form): IncreaseRule => ({
  percent: form.kind === 'percent' ? form.percent : null,
  amountCents: form.kind === 'amount' ? form.amount_centavos : null,
  roundToCents: form.round_to_centavos,
});

/**
 * Calculates an increase from the prices on its day, including earlier pending increases. Unchanged prices are left
 * out. Raises 422 when a price would fall below its minimum, or when nothing in scope is chosen.
 */
async function planOf(ctx: Context, form: Form): Promise<Planned[]> {
  if (form.effective_on <= panamaDay(ctx.now))
    throw invalid([{ field: 'effective_on', message: 'Elige un día posterior a hoy.' }]);
  const chosen = await pricesFor(ctx, {
    projectIds: form.project_ids,
    withLots: form.with_lots,
    modelIds: form.model_ids,
    lotIds: form.lot_ids,
  });
  const known = (target: Priced['target']) =>
    new Set(chosen.filter((one) => one.target === target).map(({ id }) => id));
  const [models, lotIds] = [known('model'), known('lot')];
  if (form.model_ids.some((id) => !models.has(id)) || form.lot_ids.some((id) => !lotIds.has(id)))
    throw notFound();
  const projectIds = new Set(chosen.map(({ projectId }) => projectId));
  if (form.project_ids.some((id) => !projectIds.has(id)))
    throw invalid([
      { field: 'project_ids', message: 'En alguno de esos proyectos no hay precios que cambiar.' },
    ]);
  const expected = await withEarlier(ctx, chosen, form.effective_on);
  const rule = ruleOf(form);
  const planned = expected
    .map((one) => ({ ...one, toCents: increased(one.cents, rule) }))
    .filter(({ cents, toCents }) => cents !== toCents);
  const low = planned.find(({ target, toCents }) => toCents < leastPrice(target));
  const field = form.kind === 'percent' ? 'percent' : 'amount_centavos';
  if (low) throw invalid([{ field, message: `${low.name} quedaría por debajo de lo que puede costar.` }]);
  if (planned.length === 0) throw invalid([{ field, message: 'Así no cambia ningún precio.' }]);
  return planned;
}

/** The prices after the earlier pending increases. */
async function withEarlier(ctx: Context, chosen: Priced[], day: string): Promise<Priced[]> {
  const pending = await ctx.db
    .select({ row: priceIncreaseRows, rule: priceIncreases })
    .from(priceIncreaseRows)
    .innerJoin(priceIncreases, eq(priceIncreases.id, priceIncreaseRows.increaseId))
    .where(and(eq(priceIncreaseRows.state, 'pending'), lt(priceIncreaseRows.effectiveOn, day)))
    .orderBy(asc(priceIncreaseRows.effectiveOn), asc(priceIncreases.id));
  const byTarget = Map.groupBy(pending, ({ row }) => `${row.modelId}-${row.lotId}`);
  return chosen.map((one) => {
    const before = byTarget.get(one.target === 'model' ? `${one.id}-null` : `null-${one.id}`) ?? [];
    return { ...one, cents: before.reduce((cents, { rule }) => increased(cents, rule), one.cents) };
  });
}

/** Before → after of each price; writes nothing. Raises the same errors as planOf. */
export async function previewIncrease(ctx: Context, form: Form): Promise<IncreaseRow[]> {
  return (await planOf(ctx, form)).map(({ target, id, project, name, cents, toCents }) => ({
    target,
    id,
    project,
    name,
    from_centavos: cents,
    to_centavos: toCents,
    state: 'pending',
  }));
}

/**
 * Prepares an increase. Raises the same errors as planOf, and 409
 * INCREASE_PENDING when another increase has a price on that day.
 */
export async function prepareIncrease(ctx: Context, form: Form): Promise<Increase> {
  const planned = await planOf(ctx, form);
  const rule = ruleOf(form);
  const [made] = await ctx.db
    .insert(priceIncreases)
    .values({
      ...rule,
      reason: form.motivo,
      effectiveOn: form.effective_on,
      priceUntil: form.price_until,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: priceIncreases.id });
  const rows = planned.map((one) => ({
    increaseId: made!.id,
    projectId: one.projectId,
    modelId: one.target === 'model' ? one.id : null,
    lotId: one.target === 'lot' ? one.id : null,
    effectiveOn: form.effective_on,
    fromCents: one.cents,
    toCents: one.toCents,
  }));
  try {
    for (let at = 0; at < rows.length; at += 1_000)
      await ctx.db.insert(priceIncreaseRows).values(rows.slice(at, at + 1_000));
  } catch (error) {
    if (!violatedConstraint(error)?.endsWith('_day')) throw error;
    throw conflict(
      'INCREASE_PENDING',
      `Alguno de esos precios ya tiene un aumento para el ${showDay(form.effective_on)}: cancélalo o elige otro día.`,
    );
  }
  await audit(ctx, 'preparar aumento', 'aumento', made!.id, {
    ...rule,
    day: form.effective_on,
    prices: rows.length,
  });
  return (await presentIncrease(ctx, made!.id))!;
}

const presentIncrease = async (ctx: Context, id: number): Promise<Increase | undefined> =>
  (await findIncreases(ctx, eq(priceIncreases.id, id), { limit: 1, offset: 0 }))[0];

async function lockIncrease(ctx: Context, id: number, permission: Permission) {
  const [found] = await ctx.db
    .select()
    .from(priceIncreases)
    .where(and(eq(priceIncreases.id, id), increasesInReach(ctx, permission)))
    .for('no key update');
  return found;
}
const standing = (one: typeof priceIncreases.$inferSelect) => ({
  state: one.state as IncreaseState,
  effective_on: one.effectiveOn,
});

/** Confirms an increase: a job applies it at 00:00 of its day. Raises 404, 422 TRANSITION. */
export async function confirmIncrease(ctx: Context, id: number): Promise<Increase> {
  const found = await lockIncrease(ctx, id, 'proyectos.aprobar');
  if (!found) throw notFound();
  const reason = whyNotConfirm(standing(found), panamaDay(ctx.now));
  if (reason) throw transitionRefused(reason);
  await ctx.db
    .update(priceIncreases)
    .set({ state: 'confirmed', confirmedBy: staffOf(ctx).userId, confirmedAt: ctx.now })
    .where(eq(priceIncreases.id, id));
  await ctx.jobs.send(ctx.db, ApplyIncreases, {}, { after: panamaInstant(found.effectiveOn) });
  await audit(ctx, 'confirmar aumento', 'aumento', id, { day: found.effectiveOn });
  return (await presentIncrease(ctx, id))!;
}

/**
 * Cancels an increase before its day. A confirmed one can be cancelled only by
 * users who may confirm. Raises 404, 403, 422 TRANSITION.
 */
export async function cancelIncrease(ctx: Context, id: number, motivo: string): Promise<Increase> {
  const mayConfirm = await lockIncrease(ctx, id, 'proyectos.aprobar');
  const found = mayConfirm ?? (await lockIncrease(ctx, id, 'proyectos.editar'));
  if (!found) throw notFound();
  const reason = whyNotCancel(standing(found), panamaDay(ctx.now));
  if (reason) throw transitionRefused(reason);
  if (found.state === 'confirmed' && !mayConfirm) throw forbidden();
  await ctx.db
    .update(priceIncreases)
    .set({
      state: 'cancelled',
      cancelledBy: staffOf(ctx).userId,
      cancelledAt: ctx.now,
      cancelReason: motivo,
    })
    .where(eq(priceIncreases.id, id));
  await ctx.db
    .update(priceIncreaseRows)
    .set({ state: 'cancelled' })
    .where(and(eq(priceIncreaseRows.increaseId, id), inArray(priceIncreaseRows.state, ['pending'])));
  await audit(ctx, 'cancelar aumento', 'aumento', id, { reason: motivo });
  return (await presentIncrease(ctx, id))!;
}
