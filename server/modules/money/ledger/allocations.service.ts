import { and, eq, isNull, sql } from 'drizzle-orm';
import { addDays, showMonth } from '#contract/dates.ts';
import { splitBy, type Allocation, type NewAllocation } from '#contract/money/ledger/allocations.ts';
import { firstDayOf, nextPeriod } from '#contract/money/ledger/rules.ts';
import type { AllocationBasis } from '#contract/money/ledger/model.ts';
import type { VoucherLine } from '#contract/money/ledger/vouchers.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { nameOf } from '#server/modules/company/staff/names.service.ts';
import { booksInReach } from './ledger.scope.ts';
import { accountNames } from './rules.service.ts';
import { allocationRules } from './vouchers.table.ts';
import { createVoucher } from './vouchers.service.ts';

/** The allocations in scope, by project and account, the newest first. */
export async function findAllocations(ctx: Context): Promise<Allocation[]> {
  const names = await accountNames(ctx);
  const found = await ctx.db
    .select({ rule: allocationRules, project: projects.name, by: nameOf(allocationRules.madeBy) })
    .from(allocationRules)
    .innerJoin(projects, eq(projects.id, allocationRules.projectId))
    .where(and(isNull(allocationRules.retiredAt), booksInReach(ctx, 'contabilidad.ver', projects.promoterId)))
    .orderBy(projects.name, allocationRules.accountId, sql`${allocationRules.validFrom} desc`);
  const account = (id: number) => ({ id, name: names.get(id) ?? `Cuenta ${id}` });
  return found.map(({ rule, project, by }) => ({
    id: rule.id,
    project: { id: rule.projectId, name: project },
    account: account(rule.accountId),
    target: account(rule.targetId),
    basis: rule.basis,
    valid_from: rule.validFrom,
    made_by: by ?? '',
  }));
}

/** Adds an allocation of a project in scope. Raises 422 at a field, 409 ALLOCATION_TAKEN. */
export async function createAllocation(ctx: Context, given: NewAllocation): Promise<void> {
  const names = await accountNames(ctx, { offered: true });
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(eq(projects.id, given.project_id), booksInReach(ctx, 'contabilidad.aprobar', projects.promoterId)),
    );
  const errors = [
    ...(project ? [] : [{ field: 'project_id', message: 'Elige un proyecto de la lista.' }]),
    ...(names.has(given.account_id) ? [] : [{ field: 'account_id', message: 'Elige una cuenta del plan.' }]),
    ...(names.has(given.target_id) ? [] : [{ field: 'target_id', message: 'Elige una cuenta del plan.' }]),
    ...(given.account_id === given.target_id
      ? [{ field: 'target_id', message: 'Elige otra cuenta: es la misma de la que sale.' }]
      : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  try {
    const [made] = await ctx.db
      .insert(allocationRules)
      .values({
        projectId: given.project_id,
        accountId: given.account_id,
        targetId: given.target_id,
        basis: given.basis,
        validFrom: given.valid_from,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: allocationRules.id });
    await announce(ctx, { record: 'regla_contable', id: made!.id, verb: 'repartir' });
    await audit(ctx, 'crear', 'regla_contable', made!.id, { allocation: given });
  } catch (error) {
    if (violatedConstraint(error) !== 'allocation_rules_one') throw error;
    throw conflict('ALLOCATION_TAKEN', 'Esta cuenta ya tiene un reparto desde ese día: elige otro día.');
  }
}

/** The weight of each house of a project, by its lot: area of the lot, price of its model with the lot's, or the same. */
const weightOf: Record<AllocationBasis, ReturnType<typeof sql>> = {
  area: sql`round(l.area_m2 * 100)::bigint`,
  precio: sql`m.price_cents + l.premium_cents`,
  igual: sql`1`,
};

/**
 * Writes the draft that distributes what the pool of an allocation has at the end of a month over the project's houses.
 * Raises 404, 409 ALLOCATED, 422 when there is nothing to distribute or a later rule is in force.
 */
export async function runAllocation(ctx: Context, id: number, period: number): Promise<number> {
  const [found] = await ctx.db
    .select({ rule: allocationRules, project: projects })
    .from(allocationRules)
    .innerJoin(projects, eq(projects.id, allocationRules.projectId))
    .where(
      and(
        eq(allocationRules.id, id),
        isNull(allocationRules.retiredAt),
        booksInReach(ctx, 'contabilidad.crear', projects.promoterId),
      ),
    );
  if (!found) throw notFound();
  const { rule, project } = found;
  if (project.promoterId === null) throw transitionRefused('El proyecto no dice su promotora.');
  const day = addDays(firstDayOf(nextPeriod(period)), -1);
  const inForce = await row<{ id: number }>(
    ctx.db,
    sql`select id from allocation_rules where project_id = ${rule.projectId} and account_id = ${rule.accountId} and retired_at is null
      and valid_from <= ${day} order by valid_from desc limit 1`,
  );
  if (inForce?.id !== rule.id) throw transitionRefused('Ese mes lo reparte otra regla de esta cuenta.');
  const pool = await row<{ cents: number }>(
    ctx.db,
    sql`select coalesce(sum(debit_cents - credit_cents), 0)::bigint cents from ledger_totals
      where book_id = ${project.promoterId} and account_id = ${rule.accountId} and project_id = ${rule.projectId} and period <= ${period}`,
  );
  const cents = Number(pool!.cents);
  if (cents <= 0) throw transitionRefused('La cuenta no tiene saldo de este proyecto por repartir.');
  const homes = await rows<{ lot: number; weight: number }>(
    ctx.db,
    sql`select l.id lot, ${weightOf[rule.basis]} weight from houses h join lots l on l.id = h.lot_id join house_models m on m.id = h.model_id
      where h.project_id = ${rule.projectId} and h.archived_at is null order by l.id`,
  );
  const parts = splitBy(
    cents,
    homes.map(({ weight }) => Number(weight)),
  );
  const lines = homes
    .map(({ lot }, at) => lineOf(rule.targetId, rule.projectId, Number(lot), parts[at]!))
    .filter(({ debit_centavos }) => debit_centavos !== null);
  if (lines.length === 0) throw transitionRefused('El proyecto no tiene viviendas a las que repartir.');
  return createVoucher(ctx, {
    book_id: project.promoterId,
    kind: 'reparto',
    day,
    description: `Reparto a viviendas de ${project.name}, ${showMonth(day).toLowerCase()}`,
    lines: [...lines, lineOf(rule.accountId, rule.projectId, null, -cents)],
    allocation: { id: rule.id, period },
  });
}

const lineOf = (account: number, project: number, lot: number | null, cents: number): VoucherLine => ({
  account_id: account,
  debit_centavos: cents > 0 ? cents : null,
  credit_centavos: cents < 0 ? -cents : null,
  project_id: project,
  lot_id: lot,
  partner_id: null,
  bank_account_id: null,
  note: null,
});
