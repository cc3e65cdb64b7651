import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { COMMITTED_STATES } from '#contract/works/contracts/rules.ts';
import { round3 } from '#contract/works/materials/rules.ts';
import type {
  ChargeForm,
  CountDecision,
  CountForm,
  HouseReturnForm,
  IssueForm,
  TransferForm,
} from '#contract/works/stock/model.ts';
import { COUNT_STATE, type MoveKind } from '#contract/works/stock/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { deduct } from '#server/modules/works/accounts/accounts.service.ts';
import { progressAccounts } from '#server/modules/works/accounts/accounts.table.ts';
import { contractHouses, contracts } from '#server/modules/works/contracts/construction.table.ts';
import { unknownMaterials } from '#server/modules/works/materials/materials.service.ts';
import { reachesSite, siteInReach } from '#server/modules/works/materials/materials.scope.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { isMoved, lockLevels, moveStock, type Move } from './move.service.ts';
import { materialCharges, stockCounts, stockMovements } from './stock.table.ts';

type Lines = IssueForm['lines'];
interface Sent {
  clave: string;
  project_id: number;
  moved_on: string;
  paper: string;
  note: string;
  lines: Lines;
}

/** The site of what is sent, its day and its materials. Raises 422 at their fields. */
async function checkSent(ctx: Context, sent: Sent): Promise<void> {
  if (!reachesSite(ctx, 'materiales.editar', { projectId: sent.project_id }))
    throw invalid([{ field: 'project_id', message: 'Elige uno de tus proyectos.' }]);
  if (sent.moved_on > panamaDay(ctx.now))
    throw invalid([{ field: 'moved_on', message: 'La fecha no puede ser futura.' }]);
  // What was archived meanwhile still leaves the store.
  const kept = await ctx.db
    .select({ id: materials.id })
    .from(materials)
    .where(inArray(materials.id, [0, ...sent.lines.map(({ material_id }) => material_id)]));
  const faults = await unknownMaterials(ctx, sent.lines, new Set(kept.map(({ id }) => id)));
  if (faults.length > 0) throw invalid(faults);
}

async function checkHouse(ctx: Context, projectId: number, houseId: number): Promise<void> {
  const found = await ctx.db.$count(houses, and(eq(houses.id, houseId), eq(houses.projectId, projectId)));
  if (found === 0) throw invalid([{ field: 'house_id', message: 'Elige una vivienda de este proyecto.' }]);
}

const movesOf = (sent: Sent, kind: MoveKind, sign: 1 | -1, more: Partial<Move> = {}): Move[] =>
  sent.lines.map(({ material_id, quantity }, at) => ({
    projectId: sent.project_id,
    materialId: material_id,
    kind,
    quantity: sign * quantity,
    paper: sent.paper,
    note: sent.note,
    key: sent.clave,
    movedOn: sent.moved_on,
    field: `lines[${at}][quantity]`,
    ...more,
  }));

/**
 * Issues materials to a house, or to a contractor for it. Returns how many moved; 0 when the same was sent before. Raises
 * 409 NOT_IN_STOCK, 422 at its field.
 */
export async function issue(ctx: Context, sent: IssueForm): Promise<number> {
  await checkSent(ctx, sent);
  await checkHouse(ctx, sent.project_id, sent.house_id);
  if (sent.contract_id !== null) await checkContract(ctx, sent.contract_id, sent.house_id);
  if (await isMoved(ctx, sent.clave)) return 0;
  const made = await moveStock(
    ctx,
    movesOf(sent, 'entrega', -1, { houseId: sent.house_id, contractId: sent.contract_id }),
  );
  await audit(ctx, 'entregar', 'existencia', made[0]!.id, { house: sent.house_id, paper: sent.paper });
  return made.length;
}

/** A contract in force that builds the house. Raises 422 at `contract_id`. */
async function checkContract(ctx: Context, contractId: number, houseId: number): Promise<void> {
  const found = await ctx.db
    .select({ id: contracts.id })
    .from(contracts)
    .innerJoin(contractHouses, eq(contractHouses.contractId, contracts.id))
    .where(
      and(
        eq(contracts.id, contractId),
        eq(contractHouses.houseId, houseId),
        inArray(contracts.stateId, [...COMMITTED_STATES]),
      ),
    );
  if (found.length === 0)
    throw invalid([{ field: 'contract_id', message: 'Elige un contrato vigente de esta vivienda.' }]);
}

/** Takes back what a house did not use: never more than was issued to it. Raises 422 at its field. */
export async function returnFromHouse(ctx: Context, sent: HouseReturnForm): Promise<number> {
  await checkSent(ctx, sent);
  await checkHouse(ctx, sent.project_id, sent.house_id);
  if (await isMoved(ctx, sent.clave)) return 0;
  await lockLevels(
    ctx,
    sent.lines.map(({ material_id }) => ({ projectId: sent.project_id, materialId: material_id })),
  );
  const used = await usedBy(ctx, sent.house_id);
  const faults = sent.lines.flatMap(({ material_id, quantity }, at) => {
    const has = used.get(material_id)?.quantity ?? 0;
    return quantity > has
      ? [{ field: `lines[${at}][quantity]`, message: `A esta vivienda se le entregó ${has}.` }]
      : [];
  });
  if (faults.length > 0) throw invalid(faults);
  const moves = movesOf(sent, 'retorno', 1, { houseId: sent.house_id }).map((move) => {
    const one = used.get(move.materialId)!;
    // At what the house's materials were worth when they were issued.
    return { ...move, cents: Math.round((one.cents * move.quantity) / one.quantity) };
  });
  const made = await moveStock(ctx, moves);
  await audit(ctx, 'retornar', 'existencia', made[0]!.id, { house: sent.house_id, paper: sent.paper });
  return made.length;
}

/** What a house took, less what came back, by material. */
export async function usedBy(
  { db }: Pick<Context, 'db'>,
  houseId: number,
): Promise<Map<number, { quantity: number; cents: number }>> {
  const found = await db
    .select({
      material: stockMovements.materialId,
      quantity: sql<number>`-sum(${stockMovements.quantity})`.mapWith(Number),
      cents: sql<number>`-sum(${stockMovements.valueCents})`.mapWith(Number),
    })
    .from(stockMovements)
    .where(eq(stockMovements.houseId, houseId))
    .groupBy(stockMovements.materialId);
  return new Map(found.map(({ material, quantity, cents }) => [material, { quantity, cents }]));
}

/** Moves materials from one site to another. Raises 409 NOT_IN_STOCK, 422 at its field. */
export async function transfer(ctx: Context, sent: TransferForm): Promise<number> {
  await checkSent(ctx, sent);
  const to = sent.to_project_id;
  const found = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(eq(projects.id, to), isNull(projects.archivedAt), siteInReach(ctx, 'materiales.ver', projects.id)),
    );
  if (found.length === 0) throw invalid([{ field: 'to_project_id', message: 'Elige uno de tus proyectos.' }]);
  if (to === sent.project_id)
    throw invalid([{ field: 'to_project_id', message: 'Elige un proyecto distinto del de salida.' }]);
  if (await isMoved(ctx, sent.clave)) return 0;
  await lockLevels(
    ctx,
    sent.lines.flatMap(({ material_id: materialId }) => [
      { projectId: sent.project_id, materialId },
      { projectId: to, materialId },
    ]),
  );
  const out = await moveStock(ctx, movesOf(sent, 'traslado_salida', -1));
  await moveStock(
    ctx,
    movesOf(sent, 'traslado_entrada', 1, { projectId: to }).map((move, at) => ({
      ...move,
      cents: -out[at]!.valueCents || 0,
      pairId: out[at]!.id,
    })),
  );
  await audit(ctx, 'trasladar', 'existencia', out[0]!.id, { to, paper: sent.paper });
  return out.length;
}

/**
 * Keeps what somebody counted beside what the movements say. Returns its id. Raises 409 KEY_USED, 422 at its field when
 * a count of the material waits already or there is no difference.
 */
export async function count(ctx: Context, sent: CountForm): Promise<number> {
  if (!reachesSite(ctx, 'materiales.editar', { projectId: sent.project_id }))
    throw invalid([{ field: 'project_id', message: 'Elige uno de tus proyectos.' }]);
  const faults = await ctx.db.$count(materials, eq(materials.id, sent.material_id));
  if (faults === 0) throw invalid([{ field: 'material_id', message: 'Elige uno de los materiales.' }]);
  const { userId } = staffOf(ctx);
  const [known] = await ctx.db.select().from(stockCounts).where(eq(stockCounts.key, sent.clave));
  if (known?.madeBy === userId && known.projectId === sent.project_id) return known.id;
  const levels = await lockLevels(ctx, [{ projectId: sent.project_id, materialId: sent.material_id }]);
  const expected = [...levels.values()][0]!.quantity;
  if (expected === sent.counted)
    throw invalid([
      { field: 'counted', message: 'Es lo mismo que dicen los movimientos: no hay nada que ajustar.' },
    ]);
  try {
    const [made] = await ctx.db
      .insert(stockCounts)
      .values({
        projectId: sent.project_id,
        materialId: sent.material_id,
        counted: sent.counted,
        expected,
        reason: sent.reason,
        key: sent.clave,
        madeBy: userId,
        createdAt: ctx.now,
      })
      .returning({ id: stockCounts.id });
    await announce(ctx, { record: 'conteo_material', id: made!.id, from: null, to: COUNT_STATE.proposed });
    await audit(ctx, 'crear', 'conteo_material', made!.id, { expected, counted: sent.counted });
    return made!.id;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'stock_counts_key')
      throw conflict('KEY_USED', 'Este conteo ya se envió. Escríbelo de nuevo.');
    if (constraint !== 'stock_counts_open') throw error;
    throw invalid([
      { field: 'material_id', message: 'Ya hay un conteo de este material por aprobar en la obra.' },
    ]);
  }
}

/**
 * Approves or refuses the difference of a count. What moved since it was counted stays: the difference alone is moved.
 * Raises 403, 404, 409 NOT_IN_STOCK, 422.
 */
export async function decide(ctx: Context, id: number, { approve, note }: CountDecision): Promise<void> {
  const [found] = await ctx.db
    .select()
    .from(stockCounts)
    .where(and(eq(stockCounts.id, id), siteInReach(ctx, 'materiales.aprobar', stockCounts.projectId)))
    .for('no key update');
  if (!found) throw notFound();
  const { userId } = staffOf(ctx);
  if (found.stateId !== COUNT_STATE.proposed) throw transitionRefused('Este conteo ya se decidió.');
  if (found.madeBy === userId)
    throw transitionRefused('Quien contó no aprueba la diferencia: pídelo a otra persona.');
  if (!approve && note.length < 3) throw invalid([{ field: 'note', message: 'Escribe por qué se rechaza.' }]);
  const to = approve ? COUNT_STATE.approved : COUNT_STATE.refused;
  if (approve)
    await moveStock(ctx, [
      {
        projectId: found.projectId,
        materialId: found.materialId,
        kind: 'conteo',
        quantity: round3(found.counted - found.expected),
        paper: `Conteo ${id}`,
        note: found.reason,
        key: found.key,
        movedOn: panamaDay(ctx.now),
      },
    ]);
  await ctx.db
    .update(stockCounts)
    .set({ stateId: to, decidedBy: userId, decidedAt: ctx.now, decisionNote: note })
    .where(eq(stockCounts.id, id));
  await announce(ctx, { record: 'conteo_material', id, from: found.stateId, to, reason: note || undefined });
  await audit(ctx, approve ? 'aprobar' : 'rechazar', 'conteo_material', id, { note });
}

/**
 * Deducts from a progress account what was given to its contractor, one deduction per issue with the number of its paper.
 * Raises 404, 409 CHARGED, 422 when the account is closed or pays less than that.
 */
export async function charge(ctx: Context, form: ChargeForm): Promise<{ charged: number; centavos: number }> {
  if (!ctx.staff?.colleague) throw forbidden();
  const [account] = await ctx.db
    .select({ contractId: progressAccounts.contractId })
    .from(progressAccounts)
    .where(eq(progressAccounts.id, form.account_id));
  if (!account) throw invalid([{ field: 'account_id', message: 'Elige una cuenta de obra.' }]);
  const list = await ctx.db
    .select({ move: stockMovements, name: materials.name, unit: materials.unit })
    .from(stockMovements)
    .innerJoin(materials, eq(materials.id, stockMovements.materialId))
    .where(
      and(
        inArray(stockMovements.id, form.movement_ids),
        eq(stockMovements.contractId, account.contractId),
        siteInReach(ctx, 'materiales.ver', stockMovements.projectId),
      ),
    )
    .orderBy(asc(stockMovements.id));
  const cents = list.map(({ move }) => -move.valueCents);
  if (list.length < form.movement_ids.length || cents.some((one) => one <= 0))
    throw invalid([
      { field: 'movement_ids', message: 'Elige entregas con valor hechas al contratista de esta cuenta.' },
    ]);
  for (const [at, { move, name, unit }] of list.entries()) {
    const deductionId = await deduct(ctx, form.account_id, {
      kind: 'materiales',
      reason: `${-move.quantity} ${unit} de ${name}`,
      paper: move.paper,
      amount_centavos: cents[at]!,
    });
    try {
      await ctx.db.insert(materialCharges).values({ movementId: move.id, deductionId });
    } catch (error) {
      if (violatedConstraint(error) !== 'material_charges_pkey') throw error;
      throw conflict('CHARGED', 'Una de esas entregas ya se descontó en otra cuenta.');
    }
    await announce(ctx, {
      record: 'existencia',
      id: move.id,
      verb: 'descontar',
      of: ['cuenta_obra', form.account_id],
    });
  }
  return { charged: list.length, centavos: cents.reduce((sum, one) => sum + one, 0) };
}
