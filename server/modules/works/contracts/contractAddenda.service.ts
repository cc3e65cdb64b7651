import { and, asc, eq, sql } from 'drizzle-orm';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { formatMoney, MOST_CENTS } from '#contract/money.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import type { ContractAddendumForm, ContractStatusChange } from '#contract/works/contracts/forms.ts';
import {
  CONTRACT_ADDENDUM,
  contractAddendumMachine,
  whyNotAddendum,
  type ContractAddendumFacts,
} from '#contract/works/contracts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { reachesContract } from './construction.scope.ts';
import { contractItems } from './construction.table.ts';
import { applyAddendum, whyNotApply } from './addendumEffect.service.ts';
import { contractAddenda, contractAddendumLines } from './contractAddenda.table.ts';
import { isAboveLimit } from './contracts.facts.ts';
import { lockContract, type Loaded } from './standing.service.ts';

type Addendum = typeof contractAddenda.$inferSelect;
type NewLine = Omit<typeof contractAddendumLines.$inferInsert, 'addendumId'>;

/** Begins an addendum of a contract in force. Raises 404, 422 at its field or with the reason. */
export async function createAddendum(
  ctx: Context,
  contractId: number,
  form: ContractAddendumForm,
): Promise<void> {
  const contract = await lockContract(ctx, contractId, 'contratos.crear');
  const why = whyNotAddendum(contract.stateId);
  if (why) throw transitionRefused(why);
  const lines = await linesOf(ctx, contract, form);
  const [last] = await ctx.db
    .select({ number: sql<number>`coalesce(max(${contractAddenda.number}), 0)::int` })
    .from(contractAddenda)
    .where(eq(contractAddenda.contractId, contractId));
  const [made] = await ctx.db
    .insert(contractAddenda)
    .values({
      contractId,
      number: last!.number + 1,
      reason: form.reason,
      endsOn: form.ends_on,
      deltaCents: sumOf(lines),
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning();
  await writeLines(ctx, made!, contract, lines);
  await announce(ctx, {
    record: 'adenda_contrato',
    id: made!.id,
    from: null,
    to: CONTRACT_ADDENDUM.draft,
    of: ['contrato', contractId],
  });
  await audit(ctx, 'crear', 'adenda_contrato', made!.id, { contract: contractId, cents: made!.deltaCents });
  await tell(ctx, contract, made!, 'contratos.aprobar', 'por aprobar');
}

/** Changes a draft of an addendum. Raises 404, 409 STALE or NOT_DRAFT, 422 at its field or with the reason. */
export async function changeAddendum(
  ctx: Context,
  contractId: number,
  id: number,
  { version, ...form }: ContractAddendumForm,
): Promise<void> {
  const contract = await lockContract(ctx, contractId, 'contratos.crear');
  const addendum = await lockAddendum(ctx, contractId, id);
  if (version !== undefined && version !== addendum.version)
    throw conflict('STALE', undefined, { version: addendum.version });
  if (addendum.stateId !== CONTRACT_ADDENDUM.draft)
    throw conflict('NOT_DRAFT', 'Solo se cambia una adenda que todavía es borrador.');
  const lines = await linesOf(ctx, contract, form);
  const deltaCents = sumOf(lines);
  await ctx.db
    .update(contractAddenda)
    .set({ reason: form.reason, endsOn: form.ends_on, deltaCents, version: addendum.version + 1 })
    .where(eq(contractAddenda.id, id));
  await ctx.db.delete(contractAddendumLines).where(eq(contractAddendumLines.addendumId, id));
  await writeLines(ctx, addendum, contract, lines);
  await announce(ctx, { record: 'adenda_contrato', id, verb: 'cambiar', of: ['contrato', contractId] });
  await audit(ctx, 'cambiar', 'adenda_contrato', id, { cents: deltaCents });
}

/** Approves, signs or voids an addendum; its signature applies it. Raises 404, 403, 409 STALE or ACTIVITY_TAKEN, 422. */
export async function changeAddendumState(
  ctx: Context,
  contractId: number,
  id: number,
  { fecha, ...change }: ContractStatusChange,
): Promise<void> {
  const contract = await lockContract(ctx, contractId);
  const addendum = await lockAddendum(ctx, contractId, id);
  checkTransition(
    contractAddendumMachine,
    addendum,
    change,
    await factsOf(ctx, contract, addendum),
    (permission) => reachesContract(ctx, permission, contract),
  );
  const to = change.estado_id;
  const { userId } = staffOf(ctx);
  const today = panamaDay(ctx.now);
  if (fecha !== undefined && fecha > today)
    throw invalid([{ field: 'params[fecha]', message: 'La fecha no puede ser posterior a hoy.' }]);
  await ctx.db
    .update(contractAddenda)
    .set({
      stateId: to,
      version: addendum.version + 1,
      ...(to === CONTRACT_ADDENDUM.approved && { approvedBy: userId, approvedAt: ctx.now }),
      ...(to === CONTRACT_ADDENDUM.signed && { signedOn: fecha ?? today }),
    })
    .where(eq(contractAddenda.id, id));
  await announce(ctx, {
    record: 'adenda_contrato',
    id,
    from: addendum.stateId,
    to,
    of: ['contrato', contractId],
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'adenda_contrato', id, { from: addendum.stateId, to });
  if (to === CONTRACT_ADDENDUM.signed) await applyAddendum(ctx, contract, addendum);
  if (to === CONTRACT_ADDENDUM.approved) await tell(ctx, contract, addendum, 'legal.crear', 'por firmar');
}

/** What the transitions of an addendum depend on, for the caller. */
export async function factsOf(
  ctx: Context,
  contract: Loaded,
  addendum: Addendum,
): Promise<ContractAddendumFacts> {
  return {
    contract: whyNotAddendum(contract.stateId) ?? (await whyNotApply(ctx, contract, addendum)),
    madeByCaller: addendum.createdBy === ctx.staff?.userId,
    aboveLimit: await isAboveLimit(ctx, (contract.amountCents ?? 0) + addendum.deltaCents),
  };
}

async function lockAddendum({ db }: Context, contractId: number, id: number): Promise<Addendum> {
  const [found] = await db
    .select()
    .from(contractAddenda)
    .where(and(eq(contractAddenda.id, id), eq(contractAddenda.contractId, contractId)))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

const sumOf = (lines: readonly NewLine[]) => lines.reduce((sum, { deltaCents }) => sum + deltaCents, 0);

/** The lines of a form, each checked. Raises 422 at its field. */
async function linesOf(
  ctx: Context,
  contract: Loaded,
  form: Omit<ContractAddendumForm, 'version'>,
): Promise<NewLine[]> {
  const faults: FieldError[] = [];
  const fault = (field: string, message: string) => void faults.push({ field, message });
  const changesMoney = form.houses.length + form.items.length + form.new_items.length > 0;
  if (changesMoney && !reachesContract(ctx, 'contratos.montos', contract))
    fault('houses', 'Tu rol no ve montos: los escribe quien sí los ve.');
  if (contract.measure === 'actividades' && form.items.length + form.new_items.length > 0)
    fault('items', 'Este contrato se mide por actividades: cambia el monto de sus viviendas.');
  if (contract.measure === 'partidas' && form.houses.length > 0)
    fault('houses', 'Este contrato se mide por partidas: cambia sus cantidades.');
  if (form.ends_on && contract.startsOn && form.ends_on < contract.startsOn)
    fault('ends_on', 'No puede terminar antes de empezar.');
  if (form.ends_on && !contract.startsOn) fault('ends_on', 'El contrato todavía no tiene días planificados.');
  if (faults.length > 0) throw invalid(faults);

  const known = new Set(
    form.houses.length === 0
      ? []
      : (
          await ctx.db.select({ id: houses.id }).from(houses).where(eq(houses.projectId, contract.projectId))
        ).map(({ id }) => id),
  );
  const items = new Map(
    (await ctx.db.select().from(contractItems).where(eq(contractItems.contractId, contract.id))).map(
      (item) => [item.id, item],
    ),
  );
  const codes = new Set([...items.values()].map(({ code }) => code.toLowerCase()));
  const offered =
    form.new_items.length === 0
      ? new Set<number>()
      : new Set((await catalogOptions(ctx.db, costCodes)).map(({ id }) => id));
  for (const [at, { house_id }] of form.houses.entries())
    if (!known.has(house_id)) fault(`houses[${at}][house_id]`, 'Elige una vivienda de este proyecto.');
  for (const [at, { item_id }] of form.items.entries())
    if (!items.has(item_id)) fault(`items[${at}][item_id]`, 'Elige una partida de este contrato.');
  for (const [at, { code, cost_code_id }] of form.new_items.entries()) {
    if (codes.has(code.toLowerCase()))
      fault(`new_items[${at}][code]`, 'El contrato ya tiene esta partida: cambia su cantidad.');
    if (!offered.has(cost_code_id))
      fault(`new_items[${at}][cost_code_id]`, 'Elige uno de los códigos de costo.');
  }
  if (faults.length > 0) throw invalid(faults);
  const lines: NewLine[] = [
    ...form.houses.map((one, at) => ({
      position: at,
      houseId: one.house_id,
      deltaCents: one.delta_centavos,
    })),
    ...form.items.map((one, at) => {
      const item = items.get(one.item_id)!;
      return {
        position: form.houses.length + at,
        itemId: item.id,
        deltaQuantity: one.delta_quantity,
        // To the centavo of the item's new amount, whose rounding is of the whole quantity.
        deltaCents: itemCents(item.quantity + one.delta_quantity, item.priceCents) - item.amountCents,
      };
    }),
    ...form.new_items.map((one, at) => ({
      position: form.items.length + form.houses.length + at,
      code: one.code,
      description: one.description,
      unit: one.unit,
      priceCents: one.price_centavos,
      costCodeId: one.cost_code_id,
      deltaQuantity: one.delta_quantity,
      deltaCents: itemCents(one.delta_quantity, one.price_centavos),
    })),
  ];
  if (lines.some(({ deltaCents }) => Math.abs(deltaCents) > MOST_CENTS))
    throw invalid([{ field: 'items', message: 'El monto es demasiado grande. Revisa las cantidades.' }]);
  return lines;
}

/** Writes the lines of an addendum. Raises 422 when the contract cannot take them. */
async function writeLines(
  ctx: Context,
  addendum: Addendum,
  contract: Loaded,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length > 0)
    await ctx.db
      .insert(contractAddendumLines)
      .values(lines.map((line) => ({ ...line, addendumId: addendum.id })));
  const why = await whyNotApply(ctx, contract, addendum);
  if (why) throw transitionRefused(why);
}

const tell = (
  ctx: Acting,
  contract: Loaded,
  addendum: Pick<Addendum, 'id' | 'number' | 'deltaCents'>,
  permission: 'contratos.aprobar' | 'legal.crear',
  words: string,
) =>
  whoMay(ctx.db, permission, contract.projectId).then((to) =>
    notify(ctx, {
      kind: 'contrato_obra',
      to,
      text: `La adenda ${addendum.number} del contrato ${contract.name} está ${words}${permission === 'contratos.aprobar' ? `: ${formatMoney(addendum.deltaCents)}` : ''}.`,
      url: `/oficina/contratos/${contract.id}?ver=adendas`,
      event: `adenda_contrato:${addendum.id}:${permission}`,
    }),
  );

/** The addenda of a contract with their lines, the newest first. */
export async function addendaOf({ db }: Pick<Context, 'db'>, contractId: number) {
  const list = await db
    .select()
    .from(contractAddenda)
    .where(eq(contractAddenda.contractId, contractId))
    .orderBy(sql`${contractAddenda.number} desc`);
  const lines = await db
    .select({
      line: contractAddendumLines,
      house: houses.name,
      item: contractItems,
    })
    .from(contractAddendumLines)
    .innerJoin(contractAddenda, eq(contractAddenda.id, contractAddendumLines.addendumId))
    .leftJoin(houses, eq(houses.id, contractAddendumLines.houseId))
    .leftJoin(contractItems, eq(contractItems.id, contractAddendumLines.itemId))
    .where(eq(contractAddenda.contractId, contractId))
    .orderBy(asc(contractAddendumLines.position));
  return list.map((addendum) => ({
    addendum,
    lines: lines.filter(({ line }) => line.addendumId === addendum.id),
  }));
}
