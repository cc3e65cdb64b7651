import { asc, eq } from 'drizzle-orm';
import { contractActivities as activityList, costCodes } from '#contract/company/catalogs/worksLists.ts';
import { MOST_CENTS } from '#contract/money.ts';
import type { FieldError } from '#contract/errors.ts';
import { evenly, itemCents, shares } from '#contract/works/contracts/allocation.ts';
import type { ActivityWeights, ContractItems, HouseAmounts } from '#contract/works/contracts/forms.ts';
import { costOfActivity, whyNotEditContract } from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, Refused } from '#server/kernel/errors.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { reachesContract } from './construction.scope.ts';
import { contractActivities, contractHouses, contractItems, contracts } from './construction.table.ts';
import { lockContract, type Loaded } from './standing.service.ts';

/** Locks a draft for a change. Raises 404, 409 STALE or CONTRACT_NOT_DRAFT. */
export async function lockDraft(ctx: Context, id: number, version: number | undefined): Promise<Loaded> {
  const contract = await lockContract(ctx, id, 'contratos.crear');
  if (version !== undefined && version !== contract.version)
    throw conflict('STALE', undefined, { version: contract.version });
  const reason = whyNotEditContract(contract.stateId);
  if (reason) throw new Refused(409, 'CONTRACT_NOT_DRAFT', reason);
  return contract;
}

async function changed(
  ctx: Context,
  contract: Loaded,
  set: Partial<typeof contracts.$inferInsert>,
  what: Record<string, unknown>,
) {
  await ctx.db
    .update(contracts)
    .set({ ...set, version: contract.version + 1 })
    .where(eq(contracts.id, contract.id));
  await announce(ctx, { record: 'contrato', id: contract.id, verb: 'cambiar' });
  await audit(ctx, 'cambiar', 'contrato', contract.id, what);
}

/** Amounts are written only by who sees them. Raises 422 at `field`. */
function needAmounts(ctx: Context, contract: Loaded, field: string): void {
  if (!reachesContract(ctx, 'contratos.montos', contract))
    throw invalid([{ field, message: 'Tu rol no ve montos: los escribe quien sí los ve.' }]);
}

/** Writes the amount of each house of a draft. Raises 404, 409 STALE or CONTRACT_NOT_DRAFT, 422 at its field. */
export async function setHouseAmounts(ctx: Context, id: number, form: HouseAmounts): Promise<void> {
  const contract = await lockDraft(ctx, id, form.version);
  needAmounts(ctx, contract, 'houses');
  const has = await ctx.db
    .select({ houseId: contractHouses.houseId })
    .from(contractHouses)
    .where(eq(contractHouses.contractId, id));
  const sent = new Set(form.houses.map(({ house_id }) => house_id));
  if (sent.size !== has.length || has.some(({ houseId }) => !sent.has(houseId)))
    throw invalid([{ field: 'houses', message: 'Escribe el monto de cada vivienda del contrato.' }]);
  const total = form.houses.reduce((sum, { amount_centavos }) => sum + amount_centavos, 0);
  if (total === 0) throw invalid([{ field: 'houses', message: 'El monto debe ser mayor que cero.' }]);
  for (const { house_id, amount_centavos } of form.houses)
    await ctx.db
      .insert(contractHouses)
      .values({ contractId: id, houseId: house_id, amountCents: amount_centavos })
      .onConflictDoUpdate({
        target: [contractHouses.contractId, contractHouses.houseId],
        set: { amountCents: amount_centavos },
      });
  await changed(ctx, contract, { amountCents: total }, { houses: form.houses });
}

/** Writes the activities of a draft. Raises 404, 409 STALE or CONTRACT_NOT_DRAFT, 422 at its field. */
export async function setActivityWeights(ctx: Context, id: number, form: ActivityWeights): Promise<void> {
  const contract = await lockDraft(ctx, id, form.version);
  if (contract.measure !== 'actividades')
    throw invalid([{ field: 'activities', message: 'Este contrato se mide por partidas.' }]);
  const offered = new Set((await catalogOptions(ctx.db, activityList)).map((one) => one.id));
  const faults = form.activities.flatMap(({ activity_id }, at): FieldError[] =>
    offered.has(activity_id)
      ? []
      : [{ field: `activities[${at}][activity_id]`, message: 'Elige una de las actividades.' }],
  );
  if (faults.length > 0) throw invalid(faults);
  await writeWeights(
    ctx,
    id,
    form.activities.map((one) => [one.activity_id, one.weight_bp]),
  );
  await changed(ctx, contract, {}, { activities: form.activities });
}

/** Replaces the activities of a contract, by id and basis points that add up to 10,000. */
export async function writeWeights(
  { db }: Pick<Context, 'db'>,
  contractId: number,
  weights: readonly (readonly [activityId: number, weightBp: number])[],
): Promise<void> {
  await db.delete(contractActivities).where(eq(contractActivities.contractId, contractId));
  if (weights.length > 0)
    await db.insert(contractActivities).values(
      weights.map(([activityId, weightBp]) => ({
        contractId,
        activityId,
        weightBp,
        costCodeId: costOfActivity(activityId),
      })),
    );
}

/** The activities of the list with their usual weights, in basis points that add up to 10,000. */
export async function usualWeights({ db }: Pick<Context, 'db'>): Promise<[number, number][]> {
  const list = (await catalogOptions(db, activityList)).filter(
    (one) => Number((one as { peso?: number }).peso) > 0,
  );
  const weights = shares(
    10_000,
    list.map((one) => Math.round(Number((one as { peso?: number }).peso) * 100)),
  );
  return list.flatMap(({ id }, at) => (weights[at]! > 0 ? [[id, weights[at]!] as [number, number]] : []));
}

/** Writes the items of a draft. Raises 404, 409 STALE or CONTRACT_NOT_DRAFT, 422 at its field. */
export async function setContractItems(ctx: Context, id: number, form: ContractItems): Promise<void> {
  const contract = await lockDraft(ctx, id, form.version);
  if (contract.measure !== 'partidas')
    throw invalid([{ field: 'items', message: 'Este contrato se mide por actividades de viviendas.' }]);
  needAmounts(ctx, contract, 'items');
  const offered = new Set((await catalogOptions(ctx.db, costCodes)).map((one) => one.id));
  const faults = form.items.flatMap(({ cost_code_id }, at): FieldError[] =>
    offered.has(cost_code_id)
      ? []
      : [{ field: `items[${at}][cost_code_id]`, message: 'Elige uno de los códigos de costo.' }],
  );
  if (faults.length > 0) throw invalid(faults);
  const total = await writeItems(ctx, id, form.items);
  await changed(ctx, contract, { amountCents: total }, { items: form.items.length, cents: total });
}

/** Replaces the items of a draft. Returns their sum. Raises 422 when the sum is too large or nothing. */
export async function writeItems(
  { db }: Pick<Context, 'db'>,
  contractId: number,
  items: ContractItems['items'],
): Promise<number> {
  const total = items.reduce((sum, one) => sum + itemCents(one.quantity, one.price_centavos), 0);
  if (total < 1) throw invalid([{ field: 'items', message: 'Las partidas deben sumar más que cero.' }]);
  if (total > MOST_CENTS)
    throw invalid([{ field: 'items', message: 'El monto es demasiado grande. Revisa las cantidades.' }]);
  await db.delete(contractItems).where(eq(contractItems.contractId, contractId));
  await db.insert(contractItems).values(
    items.map(({ code, description, unit, quantity, price_centavos, cost_code_id }, at) => ({
      contractId,
      position: at + 1,
      code,
      description,
      unit,
      quantity,
      priceCents: price_centavos,
      costCodeId: cost_code_id,
    })),
  );
  return total;
}

/**
 * Writes the houses of a draft. Their amounts stay while they add up to the contract's; otherwise the amount is spread
 * evenly, to the centavo.
 */
export async function writeHouses(
  { db }: Pick<Context, 'db'>,
  contractId: number,
  houseIds: readonly number[],
  amountCents: number | null,
): Promise<void> {
  const before = new Map(
    (
      await db
        .select()
        .from(contractHouses)
        .where(eq(contractHouses.contractId, contractId))
        .orderBy(asc(contractHouses.houseId))
    ).map((one) => [one.houseId, one.amountCents]),
  );
  const kept = houseIds.map((houseId) => before.get(houseId) ?? null);
  const fits =
    amountCents !== null &&
    kept.every((cents) => cents !== null) &&
    kept.reduce<number>((sum, cents) => sum + (cents ?? 0), 0) === amountCents;
  const parts = amountCents === null ? [] : fits ? kept : evenly(amountCents, houseIds.length);
  await db.delete(contractHouses).where(eq(contractHouses.contractId, contractId));
  if (houseIds.length > 0)
    await db
      .insert(contractHouses)
      .values(houseIds.map((houseId, at) => ({ contractId, houseId, amountCents: parts[at] ?? null })));
}
