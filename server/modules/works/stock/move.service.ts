import { and, asc, eq, inArray } from 'drizzle-orm';
import { round3 } from '#contract/works/materials/rules.ts';
import { after, valueOut, type Level, type MoveKind } from '#contract/works/stock/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, Refused } from '#server/kernel/errors.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { stockLevels, stockMovements } from './stock.table.ts';

export type Movement = typeof stockMovements.$inferSelect;

/** One movement to write. Outgoing ones are worth the average of what is there. */
export interface Move {
  projectId: number;
  materialId: number;
  kind: MoveKind;
  /** Negative: it leaves. */
  quantity: number;
  /** What comes in is worth, in centavos; without it, the average of what is there. */
  cents?: number;
  houseId?: number | null;
  contractId?: number | null;
  pairId?: number | null;
  paper: string;
  note?: string;
  key: string;
  movedOn: string;
  /** Where an error about the quantity belongs. */
  field?: string;
}

const keyOf = ({ projectId, materialId }: { projectId: number; materialId: number }) =>
  `${projectId} ${materialId}`;

/** Locks the levels of these materials in their sites, always in the same order. Returns them by site and material. */
export async function lockLevels(
  { db }: Pick<Context, 'db'>,
  asked: readonly { projectId: number; materialId: number }[],
): Promise<Map<string, Level>> {
  if (asked.length === 0) return new Map();
  const wanted = [...new Map(asked.map((one) => [keyOf(one), one])).values()]
    .map(({ projectId, materialId }) => ({ projectId, materialId }))
    .toSorted((a, b) => a.projectId - b.projectId || a.materialId - b.materialId);
  await db.insert(stockLevels).values(wanted).onConflictDoNothing();
  const found = await db
    .select()
    .from(stockLevels)
    .where(
      and(
        inArray(stockLevels.projectId, [...new Set(wanted.map(({ projectId }) => projectId))]),
        inArray(stockLevels.materialId, [...new Set(wanted.map(({ materialId }) => materialId))]),
      ),
    )
    .orderBy(asc(stockLevels.projectId), asc(stockLevels.materialId))
    .for('no key update');
  return new Map(found.map((one) => [keyOf(one), { quantity: one.quantity, cents: one.valueCents }]));
}

/** The usual price of a material in centavos, for what comes in without a price and is not there yet. */
async function usualPrice({ db }: Pick<Context, 'db'>, materialId: number): Promise<number> {
  const [found] = await db
    .select({ cents: materials.priceCents })
    .from(materials)
    .where(eq(materials.id, materialId));
  return found?.cents ?? 0;
}

async function worth(ctx: Context, level: Level, move: Move): Promise<number> {
  // Zero minus would be negative zero.
  if (move.quantity < 0) return -valueOut(level, -move.quantity) || 0;
  if (move.cents !== undefined) return move.cents;
  if (level.quantity > 0) return Math.round((level.cents * move.quantity) / level.quantity);
  return Math.round((await usualPrice(ctx, move.materialId)) * move.quantity);
}

async function notThere(ctx: Context, move: Move, level: Level): Promise<Refused> {
  const [material] = await ctx.db
    .select({ name: materials.name, unit: materials.unit })
    .from(materials)
    .where(eq(materials.id, move.materialId));
  const message = `Solo hay ${level.quantity} ${material?.unit ?? ''} de ${material?.name ?? 'este material'} en esta obra.`;
  return new Refused(409, 'NOT_IN_STOCK', message, {
    ...(move.field && { errors: [{ field: move.field, message }] }),
  });
}

/**
 * Writes movements, one after the other, under the lock of their levels. Returns them in their order. Raises 409
 * NOT_IN_STOCK when more leaves than is there, KEY_USED when the same is sent for something else.
 */
export async function moveStock(ctx: Context, moves: readonly Move[]): Promise<Movement[]> {
  const levels = await lockLevels(ctx, moves);
  const made: Movement[] = [];
  for (const move of moves) {
    const level = levels.get(keyOf(move))!;
    if (round3(level.quantity + move.quantity) < 0) throw await notThere(ctx, move, level);
    const cents = await worth(ctx, level, move);
    try {
      const [row] = await ctx.db
        .insert(stockMovements)
        .values({
          projectId: move.projectId,
          materialId: move.materialId,
          kind: move.kind,
          quantity: move.quantity,
          valueCents: cents,
          houseId: move.houseId ?? null,
          contractId: move.contractId ?? null,
          pairId: move.pairId ?? null,
          paper: move.paper,
          note: move.note ?? '',
          key: move.key,
          movedOn: move.movedOn,
          madeBy: staffOf(ctx).userId,
          createdAt: ctx.now,
        })
        .returning();
      made.push(row!);
    } catch (error) {
      if (violatedConstraint(error) !== 'stock_movements_key') throw error;
      throw conflict('KEY_USED', 'Esto ya se registró. Escríbelo de nuevo si es otra cosa.');
    }
    levels.set(keyOf(move), after(level, { quantity: move.quantity, cents }));
  }
  for (const { id, projectId } of made)
    await announce(ctx, { record: 'existencia', id, verb: 'mover', of: ['proyecto', projectId] });
  return made;
}

/** Whether something with this key was moved already: it was sent again. */
export const isMoved = async ({ db }: Pick<Context, 'db'>, key: string): Promise<boolean> =>
  (await db.$count(stockMovements, eq(stockMovements.key, key))) > 0;
