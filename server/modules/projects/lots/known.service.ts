import { sql } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { allKnown } from '#server/kernel/known.ts';

// What the features above know of a lot: each registers its sub-select over the row `lots` (`Module.knows`).

/** How sales hold a lot. */
export interface LotKnown {
  /** The live claim of the sale that has it; `until` as PostgreSQL writes it, null when it does not end by itself. */
  claim: { until: string | null; saleId: number; saleCode: string | null; modelId: number } | null;
  /** How many wait for it. */
  waiting: number;
}
/** What stands, or is being built, on a lot; the model's price in cents. */
export interface LotBuilt {
  house: { id: number; name: string; model: string; priceCents: number } | null;
}
type Knowing = Pick<Context, 'db' | 'knows'>;

export const lotKnown = (ctx: Pick<Context, 'knows'>) => allKnown<LotKnown>(ctx, 'lote');
export const lotBuilt = (ctx: Pick<Context, 'knows'>) => allKnown<LotBuilt>(ctx, 'lote construido');

/** How sales hold these lots, by their ids, in one statement. */
export async function readLots(ctx: Knowing, ids: readonly number[]): Promise<Map<number, LotKnown>> {
  const found = await rows<{ id: number; known: LotKnown }>(
    ctx.db,
    sql`select lots.id::float8 id, ${lotKnown(ctx)} known from lots where lots.id = any(${sql.param([...ids])}::bigint[])`,
  );
  return new Map(found.map(({ id, known }) => [id, known]));
}

/** The first of these lots that another feature keeps something of, ended or not: it cannot be deleted. */
export async function firstUsed(ctx: Knowing, ids: readonly number[]): Promise<number | undefined> {
  const found = await rows<{ id: number; uses: Record<string, boolean> }>(
    ctx.db,
    sql`select lots.id::float8 id, ${allKnown(ctx, 'lote usado')} uses
      from lots where lots.id = any(${sql.param([...ids])}::bigint[]) order by lots.id`,
  );
  return found.find(({ uses }) => Object.values(uses).includes(true))?.id;
}
