import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { changeAdvanceStatus, type AdvanceFilter } from '#contract/money/invoices/endpoints.ts';
import type { AdvanceForm, AdvanceRow } from '#contract/money/invoices/model.ts';
import { ADVANCE_STATE as A, ADVANCE_STATES, advanceMachine } from '#contract/money/invoices/rules.ts';
import { offsetOf } from '#contract/paging.ts';
import { offersOf, type StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { newestFirst } from '#server/kernel/db.ts';
import { invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { nextOfYear, yearlyCode } from '#server/kernel/yearly.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { purchaseOrders } from '#server/modules/works/purchasing/purchasing.table.ts';
import { alias } from 'drizzle-orm/pg-core';
import { advancesInReach, mayPayables } from './invoices.scope.ts';
import { supplierAdvances } from './invoices.table.ts';
import { lockAdvance, passesLimit, type Advance } from './lock.service.ts';

const ENTITY = 'anticipo_proveedor';
const companies = alias(partners, 'companies');
export const advanceCode = (one: Pick<Advance, 'year' | 'number'>) => yearlyCode('AN', one);

/** Asks for an advance. Returns its id. Raises 422 at the field. */
export async function createAdvance(ctx: Context, form: AdvanceForm): Promise<number> {
  const kind = async (id: number) =>
    (await ctx.db.select({ kind: partners.kind }).from(partners).where(eq(partners.id, id)))[0]?.kind;
  const supplier = await kind(form.supplier_id);
  if (supplier !== 'proveedor')
    throw invalid([
      {
        field: 'supplier_id',
        message:
          supplier === 'contratista'
            ? 'El anticipo de un contratista se paga en su contrato.'
            : 'Elige un proveedor.',
      },
    ]);
  if ((await kind(form.company_id)) !== 'contratante')
    throw invalid([{ field: 'company_id', message: 'Elige una empresa del grupo.' }]);
  if (form.project_id !== null && (await ctx.db.$count(projects, eq(projects.id, form.project_id))) === 0)
    throw invalid([{ field: 'project_id', message: 'Ese proyecto no existe.' }]);
  if (form.order_id !== null) {
    const [order] = await ctx.db.select().from(purchaseOrders).where(eq(purchaseOrders.id, form.order_id));
    if (order?.supplierId !== form.supplier_id)
      throw invalid([{ field: 'order_id', message: 'La orden es de otro proveedor.' }]);
    if (form.cents > order.totalCents)
      throw invalid([{ field: 'cents', message: 'Es más que el total de la orden.' }]);
  }
  const today = panamaDay(ctx.now);
  const year = Number(today.slice(0, 4));
  const [made] = await ctx.db
    .insert(supplierAdvances)
    .values({
      year,
      number: await nextOfYear(ctx, 'supplier_advances', year),
      partnerId: form.supplier_id,
      companyId: form.company_id,
      projectId: form.project_id,
      orderId: form.order_id,
      reason: form.reason,
      cents: form.cents,
      askedOn: today,
      madeBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: supplierAdvances.id });
  await announce(ctx, {
    record: ENTITY,
    id: made!.id,
    from: null,
    to: A.asked,
    of: ['partner', form.supplier_id],
  });
  await audit(ctx, 'crear', ENTITY, made!.id, { cents: form.cents });
  return made!.id;
}

const inTeam = (ctx: Context, { projectId }: Pick<Advance, 'projectId'>) =>
  projectId !== null && (ctx.staff?.projectIds ?? []).includes(projectId);

async function factsOf(ctx: Context, advance: Advance) {
  return {
    madeByCaller: advance.madeBy === ctx.staff?.userId,
    aboveLimit: await passesLimit(ctx, advance.cents),
  };
}

/** Approves, rejects or voids an advance. Raises 404, 403, 409 STALE, 422. */
export async function changeAdvanceState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const advance = await lockAdvance(ctx, id);
  checkTransition(advanceMachine, advance, change, await factsOf(ctx, advance), (permission) =>
    mayPayables(ctx, permission, { madeBy: advance.madeBy, inTeam: inTeam(ctx, advance) }),
  );
  const to = change.estado_id;
  await ctx.db
    .update(supplierAdvances)
    .set({
      stateId: to,
      version: advance.version + 1,
      ...(to === A.approved
        ? { approvedBy: staffOf(ctx).userId, approvedOn: panamaDay(ctx.now) }
        : { endReason: change.motivo }),
    })
    .where(eq(supplierAdvances.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    from: advance.stateId,
    to,
    of: ['partner', advance.partnerId],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', ENTITY, id, { from: advance.stateId, to });
}

/** Moves an advance along its payment. Raises 422 when it is elsewhere, or was applied already. */
export async function moveAdvance(
  ctx: Context,
  id: number,
  to: number,
  { paidOn, reason }: { paidOn?: string | undefined; reason?: string | undefined } = {},
): Promise<void> {
  const [advance] = await ctx.db
    .select()
    .from(supplierAdvances)
    .where(eq(supplierAdvances.id, id))
    .for('no key update');
  if (
    !advance ||
    !advanceMachine.transitions.some(
      (one) => one.permission === null && one.to === to && one.from.includes(advance.stateId),
    )
  )
    throw transitionRefused(
      `El anticipo ${advance ? advanceCode(advance) : ''} ya no está para eso: revísalo.`,
    );
  if (advance.stateId === A.paid && advance.settledCents > 0)
    throw transitionRefused('El anticipo ya se aplicó a una factura: cóbralo al proveedor.');
  await ctx.db
    .update(supplierAdvances)
    .set({ stateId: to, version: advance.version + 1, paidOn: to === A.paid ? paidOn! : null })
    .where(eq(supplierAdvances.id, id));
  await announce(ctx, {
    record: ENTITY,
    id,
    from: advance.stateId,
    to,
    of: ['partner', advance.partnerId],
    reason,
  });
}

const select = (ctx: Context) =>
  ctx.db
    .select({
      advance: supplierAdvances,
      supplier: { id: partners.id, name: partners.name },
      company: { id: companies.id, name: companies.name },
      project: { id: projects.id, name: projects.name },
      order: { id: purchaseOrders.id, year: purchaseOrders.year, number: purchaseOrders.number },
    })
    .from(supplierAdvances)
    .innerJoin(partners, eq(partners.id, supplierAdvances.partnerId))
    .innerJoin(companies, eq(companies.id, supplierAdvances.companyId))
    .leftJoin(projects, eq(projects.id, supplierAdvances.projectId))
    .leftJoin(purchaseOrders, eq(purchaseOrders.id, supplierAdvances.orderId));

async function present(ctx: Context, found: Awaited<ReturnType<typeof select>>[number]): Promise<AdvanceRow> {
  const { advance, supplier, company, project, order } = found;
  return {
    id: advance.id,
    version: advance.version,
    code: advanceCode(advance),
    supplier,
    company,
    project,
    order: order && { id: order.id, name: yearlyCode('OC', order) },
    reason: advance.reason,
    state: { id: advance.stateId, name: ADVANCE_STATES[advance.stateId] ?? '' },
    asked_on: advance.askedOn,
    paid_on: advance.paidOn,
    cents: advance.cents,
    settled_centavos: advance.settledCents,
    transitions: offersOf(
      advanceMachine,
      advance.stateId,
      await factsOf(ctx, advance),
      urlOf(changeAdvanceStatus, { params: { id: advance.id } }),
      (permission) => mayPayables(ctx, permission, { madeBy: advance.madeBy, inTeam: inTeam(ctx, advance) }),
    ),
  };
}

/** A page of advances, the last first, and the total. */
export async function pageOfAdvances(ctx: Context, query: AdvanceFilter) {
  const where = and(
    advancesInReach(ctx),
    query.proveedor_id === undefined ? undefined : eq(supplierAdvances.partnerId, query.proveedor_id),
    query.estado_id === undefined ? undefined : eq(supplierAdvances.stateId, query.estado_id),
  );
  const found = await select(ctx)
    .where(where)
    .orderBy(newestFirst(supplierAdvances.id, query))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const list: AdvanceRow[] = [];
  for (const one of found) list.push(await present(ctx, one));
  return { list, total: await ctx.db.$count(supplierAdvances, where) };
}

/** One advance. Raises 404. */
export async function answerAdvance(ctx: Context, id: number): Promise<AdvanceRow> {
  const [found] = await select(ctx).where(and(eq(supplierAdvances.id, id), advancesInReach(ctx)));
  if (!found) throw notFound();
  return present(ctx, found);
}

/** Guards its comments and files. */
export const mayOpenAdvance = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.$count(supplierAdvances, and(eq(supplierAdvances.id, id), advancesInReach(ctx)))) > 0;
