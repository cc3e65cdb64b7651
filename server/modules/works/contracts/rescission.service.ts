import { and, eq, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { RescissionForm } from '#contract/works/contracts/forms.ts';
import { bpOf, shares } from '#contract/works/contracts/allocation.ts';
import { CONTRACT_STATE, RESCINDABLE } from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { rows, sql, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { contractActivities, contractHouses, contractItems, contracts } from './construction.table.ts';
import { rescissionOf } from './contracts.facts.ts';
import { lockContract, type Loaded, type Standing } from './standing.service.ts';
import { contractRescissions } from './rescissions.table.ts';
import { bringWaiting, writeState } from './force.service.ts';

/** Prepares a rescission, for another person to decide. Raises 404, 409 STALE or RESCISSION_PREPARED, 422. */
export async function prepareRescission(ctx: Context, id: number, form: RescissionForm): Promise<void> {
  const contract = await lockContract(ctx, id, 'contratos.anular');
  if (form.version !== undefined && form.version !== contract.version)
    throw conflict('STALE', undefined, { version: contract.version });
  if (!RESCINDABLE.includes(contract.stateId))
    throw transitionRefused('En el estado de este contrato ya no se rescinde.');
  if (form.notified_on && form.notified_on > panamaDay(ctx.now))
    throw invalid([{ field: 'notified_on', message: 'La fecha no puede ser posterior a hoy.' }]);
  const heir = form.successor_contractor_id;
  if (heir !== null) await checkHeir(ctx, contract, heir);
  try {
    await ctx.db.insert(contractRescissions).values({
      contractId: id,
      reason: form.reason,
      notifiedOn: form.notified_on,
      successorContractorId: heir,
      preparedBy: staffOf(ctx).userId,
      preparedAt: ctx.now,
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'contract_rescissions_open') throw error;
    throw conflict('RESCISSION_PREPARED', 'La rescisión de este contrato ya está preparada.');
  }
  await announce(ctx, { record: 'contrato', id, verb: 'rescision_preparada', reason: form.reason });
  await audit(ctx, 'preparar_rescision', 'contrato', id, { reason: form.reason });
  await notify(ctx, {
    kind: 'contrato_obra',
    to: await whoMay(ctx.db, 'contratos.anular', contract.projectId),
    text: `La rescisión del contrato ${contract.name} está por decidir.`,
    url: `/oficina/contratos/${id}`,
    event: `contrato:${id}:rescision:${ctx.now.getTime()}`,
  });
}

async function checkHeir(ctx: Context, { contractorId }: Loaded, heir: number): Promise<void> {
  const fault = (message: string) => invalid([{ field: 'successor_contractor_id', message }]);
  if (heir === contractorId) throw fault('Elige otro contratista: con este se rescinde.');
  const found = await ctx.db.$count(
    partners,
    and(eq(partners.id, heir), eq(partners.kind, 'contratista'), isNull(partners.archivedAt)),
  );
  if (found === 0) throw fault('Elige uno de los contratistas.');
}

/** Withdraws a prepared rescission. Raises 404. */
export async function withdrawRescission(ctx: Context, id: number): Promise<void> {
  await lockContract(ctx, id, 'contratos.anular');
  const [gone] = await ctx.db
    .update(contractRescissions)
    .set({ withdrawnAt: ctx.now })
    .where(
      and(
        eq(contractRescissions.contractId, id),
        isNull(contractRescissions.withdrawnAt),
        isNull(contractRescissions.decidedAt),
      ),
    )
    .returning({ id: contractRescissions.id });
  if (!gone) throw notFound();
  await announce(ctx, { record: 'contrato', id, verb: 'rescision_retirada' });
  await audit(ctx, 'retirar_rescision', 'contrato', id, {});
}

/**
 * Ends a contract: settles what is certified and draws the contract of the rest for its new
 * contractor; its open jobs are voided after it. The contract is locked and the transition checked.
 */
export async function decideRescission(
  ctx: Context,
  contract: Loaded,
  { certified, paid }: Standing,
  reason: string | undefined,
): Promise<void> {
  const rescission = (await rescissionOf(ctx, contract.id))!;
  const rest = await restOf(ctx, contract);
  const successorId =
    rescission.successorContractorId === null
      ? null
      : await drawRest(ctx, contract, rescission.successorContractorId, rest);
  await ctx.db
    .update(contractRescissions)
    .set({
      decidedBy: staffOf(ctx).userId,
      decidedAt: ctx.now,
      certifiedCents: certified,
      amortisedCents: Math.min(contract.advanceCents ?? 0, bpOf(certified, contract.advanceBp)),
      paidCents: paid,
      successorId,
    })
    .where(eq(contractRescissions.id, rescission.id));
  await writeState(ctx, contract, CONTRACT_STATE.rescinded, {}, reason ?? rescission.reason);
  await bringWaiting(ctx, contract.projectId);
}

interface Rest {
  houses: { id: number; cents: number }[];
  activities: { id: number; costCodeId: number; cents: number }[];
  items: (typeof contractItems.$inferSelect)[];
}

/** What nobody has certified of a contract, by house, activity and item. */
async function restOf({ db }: Context, { id, stateId }: Loaded): Promise<Rest> {
  const working = stateId === CONTRACT_STATE.inForce || stateId === CONTRACT_STATE.suspended;
  const houses = await rows<{ id: string; cents: string }>(
    db,
    working
      ? sql`select house_id id, sum(amount_cents - certified_cents) cents from jobs
          where contract_id = ${id} and house_id is not null group by 1 order by 1`
      : sql`select house_id id, coalesce(amount_cents, 0) cents from contract_houses where contract_id = ${id} order by 1`,
  );
  const activities = await rows<{ id: number; code: number; cents: string }>(
    db,
    working
      ? sql`select a.activity_id id, a.cost_code_id code, sum(j.amount_cents - j.certified_cents) cents
          from contract_activities a join jobs j on j.contract_id = a.contract_id and j.activity_id = a.activity_id
          where a.contract_id = ${id} group by 1, 2 order by 1`
      : sql`select activity_id id, cost_code_id code, weight_bp cents from contract_activities where contract_id = ${id} order by 1`,
  );
  const items = await db.select().from(contractItems).where(eq(contractItems.contractId, id));
  const done = new Map(
    (
      await rows<{ item: string; done: string }>(
        db,
        sql`select item_id item, approved_quantity done from jobs where contract_id = ${id} and item_id is not null`,
      )
    ).map((one) => [Number(one.item), Number(one.done)]),
  );
  const positive = <A extends { cents: string }>(list: A[]) => list.filter(({ cents }) => Number(cents) > 0);
  return {
    houses: positive(houses).map((one) => ({ id: Number(one.id), cents: Number(one.cents) })),
    activities: positive(activities).map((one) => ({
      id: one.id,
      costCodeId: one.code,
      cents: Number(one.cents),
    })),
    items: items
      .map((item) => ({
        ...item,
        quantity: Math.round((item.quantity - (done.get(item.id) ?? 0)) * 1000) / 1000,
      }))
      .filter(({ quantity }) => quantity > 0),
  };
}

/** Draws the contract of the rest as a draft; null when nothing is left. */
async function drawRest(
  ctx: Context,
  contract: Loaded,
  contractorId: number,
  { houses, activities, items }: Rest,
): Promise<number | null> {
  const byHouse = contract.measure === 'actividades';
  if (byHouse ? houses.length === 0 : items.length === 0) return null;
  const today = panamaDay(ctx.now);
  const going = contract.endsOn !== null && contract.endsOn >= today;
  const [made] = await ctx.db
    .insert(contracts)
    .values({
      projectId: contract.projectId,
      typeId: contract.typeId,
      name: `${contract.name.slice(0, 112)} (resto)`,
      reference: await freeReference(ctx, contract),
      contractorId,
      contractingPartyId: contract.contractingPartyId,
      measure: contract.measure,
      amountCents: byHouse ? houses.reduce((sum, { cents }) => sum + cents, 0) || null : null,
      advanceBp: 0,
      retentionBp: contract.retentionBp,
      itbmsBp: contract.itbmsBp,
      performanceBp: contract.performanceBp,
      startsOn: going ? today : null,
      endsOn: going ? contract.endsOn : null,
      predecessorId: contract.id,
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
      stateSince: ctx.now,
    })
    .returning({ id: contracts.id });
  const { id } = made!;
  if (byHouse) {
    await ctx.db
      .insert(contractHouses)
      .values(houses.map((one) => ({ contractId: id, houseId: one.id, amountCents: one.cents })));
    // Each activity gets at least one basis point: the jobs follow what is left of each house.
    const weights = shares(
      10_000 - activities.length,
      activities.map(({ cents }) => cents),
    );
    await ctx.db.insert(contractActivities).values(
      activities.map((one, at) => ({
        contractId: id,
        activityId: one.id,
        costCodeId: one.costCodeId,
        weightBp: weights[at]! + 1,
      })),
    );
  } else {
    const kept = await ctx.db
      .insert(contractItems)
      .values(
        items.map(({ position, code, description, unit, quantity, priceCents, costCodeId }) => ({
          contractId: id,
          position,
          code,
          description,
          unit,
          quantity,
          priceCents,
          costCodeId,
        })),
      )
      .returning({ cents: contractItems.amountCents });
    await ctx.db
      .update(contracts)
      .set({ amountCents: kept.reduce((sum, { cents }) => sum + cents, 0) })
      .where(eq(contracts.id, id));
  }
  await announce(ctx, { record: 'contrato', id, from: null, to: CONTRACT_STATE.draft });
  await audit(ctx, 'crear', 'contrato', id, { predecessor: contract.id });
  return id;
}

/** VS-2026-014-R, or -R2 … when the project has that already. */
async function freeReference({ db }: Context, { projectId, reference }: Loaded): Promise<string> {
  const stem = `${reference.slice(0, 34)}-R`;
  const taken = new Set(
    (
      await rows<{ reference: string }>(
        db,
        sql`select lower(reference) reference from contracts where project_id = ${projectId}`,
      )
    ).map((one) => one.reference),
  );
  let number = 1;
  const name = () => (number === 1 ? stem : `${stem}${number}`);
  while (taken.has(name().toLowerCase())) number += 1;
  return name();
}
