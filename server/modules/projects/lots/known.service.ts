import { sql } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { allKnown } from '#server/kernel/known.ts';

// Facts about a lot from higher features: each registers a sub-select over the row `lots` (`Module.knows`).

/** Claims and waitlist of a lot. */
export interface LotKnown {
  /** The live claim and its sale; `until` in PostgreSQL's format, null when the claim does not expire. */
  claim: { until: string | null; saleId: number; saleCode: string | null; modelId: number } | null;
  /** Length of the waitlist. */
  waiting: number;
}
/** The finished or unfinished house on a lot; the model's price in cents. */
export interface LotBuilt {
  house: { id: number; name: string; model: string; priceCents: number } | null;
}
type Knowing = Pick<Context, 'db' | 'knows'>;

export const lotKnown = (ctx: Pick<Context, 'knows'>) => allKnown<LotKnown>(ctx, 'lote');
export const lotBuilt = (ctx: Pick<Context, 'knows'>) => allKnown<LotBuilt>(ctx, 'lote construido');

/** Claims and waitlists of these lots, by lot id, in one query. */
export async function readLots(ctx: Knowing, ids: readonly number[]): Promise<Map<number, LotKnown>> {
  const found = await rows<{ id: number; known: LotKnown }>(
    ctx.db,
    sql`select lots.id::float8 id, ${lotKnown(ctx)} known from lots where lots.id = any(${sql.param([...ids])}::bigint[])`,
  );
  return new Map(found.map(({ id, known }) => [id, known]));
}

/** The first of these lots with a reference from another feature, current or past: it cannot be deleted. */
export async function firstUsed(ctx: Knowing, ids: readonly number[]): Promise<number | undefined> {
  const found = await rows<{ id: number; uses: Record<string, boolean> }>(
    ctx.db,
    sql`select lots.id::float8 id, ${allKnown(ctx, 'lote usado')} uses
      from lots where lots.id = any(${sql.param([...ids])}::bigint[]) order by lots.id`,
  );
  return found.find(({ uses }) => Object.values(uses).includes(true))?.id;
}
