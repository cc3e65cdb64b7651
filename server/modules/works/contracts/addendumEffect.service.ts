import { asc, eq, sql } from 'drizzle-orm';
import { formatMoney, MOST_CENTS } from '#contract/money.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { JOB_STATE } from '#contract/works/jobs/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting, Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { knownCents } from '#server/kernel/known.ts';
import { contractHouses, contractItems, contracts } from './construction.table.ts';
import { contractAddenda, contractAddendumLines } from './contractAddenda.table.ts';
import type { Loaded } from './standing.service.ts';

type Addendum = typeof contractAddenda.$inferSelect;

/** What an addendum did to the parts of its contract, for the jobs that follow. */
export interface AddendumEffect {
  houses: { houseId: number; deltaCents: number; added: boolean }[];
  items: { itemId: number; added: boolean }[];
}

/**
 * Why an addendum cannot be applied now; null when it can. Nothing certified or billed is taken back: a house gives at
 * most the amount of its jobs without approved or billed progress, an item at most what is neither approved nor billed.
 */
export async function whyNotApply(
  ctx: Pick<Context, 'db' | 'knows'>,
  contract: Pick<Loaded, 'id' | 'amountCents'>,
  { id }: Pick<Addendum, 'id'>,
): Promise<string | null> {
  const { db } = ctx;
  const billed = knownCents(ctx, 'trabajo', 'billed_cents');
  const houses = await rows<{ name: string; delta: string; free: string; jobs: number; open: number }>(
    db,
    sql`select h.name, l.delta_cents delta, count(j.*)::int jobs,
        count(j.*) filter (where j.open)::int open,
        coalesce(sum(j.amount_cents) filter (where j.open), 0) free
      from contract_addendum_lines l join houses h on h.id = l.house_id
        left join (select jobs.house_id, jobs.amount_cents, jobs.approved_bp = 0 and ${billed} = 0 open from jobs
          where jobs.contract_id = ${contract.id} and jobs.state_id <> ${JOB_STATE.voided}) j on j.house_id = l.house_id
      where l.addendum_id = ${id} group by h.id, h.name, l.delta_cents, l.position order by l.position`,
  );
  for (const { name, delta, free, jobs, open } of houses) {
    if (Number(delta) < 0 && Number(free) + Number(delta) < 0)
      return `De ${name} solo quedan ${formatMoney(Number(free))} sin avance aprobado ni facturado: la adenda no puede quitar más.`;
    if (Number(delta) > 0 && jobs > 0 && open === 0)
      return `En ${name} todas las actividades ya tienen avance aprobado o facturado: la obra nueva va en otro contrato.`;
  }
  const [{ total } = { total: '0' }] = await rows<{ total: string }>(
    db,
    sql`select coalesce(sum(delta_cents), 0) total from contract_addendum_lines where addendum_id = ${id}`,
  );
  const after = (contract.amountCents ?? 0) + Number(total);
  if (after <= 0) return 'La adenda no puede dejar el contrato sin monto: para eso se rescinde.';
  if (after > MOST_CENTS) return 'El monto del contrato sería demasiado grande. Revisa las cantidades.';
  const items = await rows<{
    code: string;
    left: string;
    unit: string;
    tooMuch: boolean;
    billed: string;
    overBilled: boolean;
  }>(
    db,
    sql`select i.code, i.unit, (i.quantity - coalesce(j.approved_quantity, 0))::text "left",
        i.quantity + l.delta_quantity < coalesce(j.approved_quantity, 0) "tooMuch", coalesce(j.billed, 0) billed,
        round((i.quantity + l.delta_quantity) * i.price_cents) < coalesce(j.billed, 0) "overBilled"
      from contract_addendum_lines l join contract_items i on i.id = l.item_id left join (
        select jobs.item_id, jobs.approved_quantity, ${billed} billed from jobs where jobs.contract_id = ${contract.id}) j on j.item_id = i.id
      where l.addendum_id = ${id} order by l.position`,
  );
  const over = items.find(({ tooMuch }) => tooMuch);
  if (over)
    return `De la partida ${over.code} solo quedan ${Number(over.left)} ${over.unit} sin aprobar: la adenda no puede quitar más.`;
  const taken = items.find(({ overBilled }) => overBilled);
  return taken
    ? `De la partida ${taken.code} las cuentas ya tienen ${formatMoney(Number(taken.billed))}: mide otra cuenta que descuente lo que bajó, y después la adenda.`
    : null;
}

/** Applies a signed addendum to its contract, houses and items; the jobs follow. The contract is locked. Raises 409 ACTIVITY_TAKEN, 422. */
export async function applyAddendum(ctx: Acting, contract: Loaded, addendum: Addendum): Promise<void> {
  const lines = await ctx.db
    .select()
    .from(contractAddendumLines)
    .where(eq(contractAddendumLines.addendumId, addendum.id))
    .orderBy(asc(contractAddendumLines.position));
  const effect: AddendumEffect = { houses: [], items: [] };
  let moved = 0;
  for (const line of lines) moved += await applyLine(ctx, contract, line, effect);
  // The rounding of an item is of its whole quantity, which another addendum may have changed meanwhile.
  if (moved !== addendum.deltaCents)
    await ctx.db
      .update(contractAddenda)
      .set({ deltaCents: moved })
      .where(eq(contractAddenda.id, addendum.id));
  await ctx.db
    .update(contracts)
    .set({
      amountCents: (contract.amountCents ?? 0) + moved,
      ...(addendum.endsOn && { endsOn: addendum.endsOn }),
      version: contract.version + 1,
    })
    .where(eq(contracts.id, contract.id));
  await announce(ctx, {
    record: 'contrato',
    id: contract.id,
    verb: 'adenda',
    values: effect,
  });
  await audit(ctx, 'aplicar_adenda', 'contrato', contract.id, {
    number: addendum.number,
    before: contract.amountCents,
    after: (contract.amountCents ?? 0) + moved,
  });
}

/** Applies one line. Returns what it adds to the contract, in centavos. */
async function applyLine(
  ctx: Acting,
  contract: Loaded,
  line: typeof contractAddendumLines.$inferSelect,
  effect: AddendumEffect,
): Promise<number> {
  const { db } = ctx;
  if (line.houseId !== null) {
    const [kept] = await db
      .update(contractHouses)
      .set({ amountCents: sql`coalesce(${contractHouses.amountCents}, 0) + ${line.deltaCents}` })
      .where(sql`contract_id = ${contract.id} and house_id = ${line.houseId}`)
      .returning({ houseId: contractHouses.houseId });
    const { houseId, deltaCents } = line;
    if (!kept)
      await db.insert(contractHouses).values({ contractId: contract.id, houseId, amountCents: deltaCents });
    effect.houses.push({ houseId, deltaCents, added: !kept });
    return line.deltaCents;
  }
  if (line.itemId !== null) {
    const [before] = await db.select().from(contractItems).where(eq(contractItems.id, line.itemId));
    const [item] = await db
      .update(contractItems)
      .set({ quantity: sql`${contractItems.quantity} + ${line.deltaQuantity}` })
      .where(eq(contractItems.id, line.itemId))
      .returning();
    effect.items.push({ itemId: line.itemId, added: false });
    return item!.amountCents - before!.amountCents;
  }
  const [last] = await db
    .select({ position: sql<number>`coalesce(max(${contractItems.position}), 0)::int` })
    .from(contractItems)
    .where(eq(contractItems.contractId, contract.id));
  const [item] = await db
    .insert(contractItems)
    .values({
      contractId: contract.id,
      position: last!.position + 1,
      code: line.code!,
      description: line.description!,
      unit: line.unit!,
      quantity: line.deltaQuantity!,
      priceCents: line.priceCents!,
      costCodeId: line.costCodeId!,
    })
    .returning();
  effect.items.push({ itemId: item!.id, added: true });
  return itemCents(item!.quantity, item!.priceCents);
}
