import { and, eq, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { whyNotRepresent } from '#contract/legal/representatives/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { offeredRepresentatives } from '#server/modules/legal/representatives/offered.service.ts';
import { powerOf } from '#server/modules/legal/representatives/representatives.service.ts';
import { representatives } from '#server/modules/legal/representatives/representatives.table.ts';
import type { FrozenRepresentative } from './promises.table.ts';

type Reading = Pick<Context, 'db' | 'now'>;
type Row = typeof representatives.$inferSelect;

/** Why a registered representative cannot sign a promise of this price; null when they can. */
const whyNot = (ctx: Reading, one: Row, priceCents: number): string | null =>
  whyNotRepresent(powerOf(one), panamaDay(ctx.now), priceCents);

/** The representative whom a new promise of this price begins with: the only one who can sign it; null: choose. */
export async function usualRepresentative(ctx: Reading, priceCents: number): Promise<number | null> {
  const able = (await offeredRepresentatives(ctx, priceCents)).filter(({ whyNot }) => whyNot === null);
  return able.length === 1 ? able[0]!.id : null;
}

/** Who may sign a contract of this price for the company, each with the reason against it. */
export async function representativesFor(ctx: Reading, priceCents: number) {
  const offered = await offeredRepresentatives(ctx, priceCents);
  return offered.map(({ id, name, whyNot }) => ({ id, name, why_not: whyNot }));
}

/** A representative as a contract freezes them; null: nobody yet. Raises 422 at `representante_id`. */
export async function representativeFor(
  ctx: Reading,
  id: number | null,
  priceCents: number,
): Promise<FrozenRepresentative | null> {
  if (id === null) return null;
  const [found] = await ctx.db
    .select()
    .from(representatives)
    .where(and(eq(representatives.id, id), isNull(representatives.archivedAt)));
  const reason = found ? whyNot(ctx, found, priceCents) : 'Elige a uno de los representantes de la empresa.';
  if (!found || reason) throw invalid([{ field: 'representante_id', message: reason ?? '' }]);
  const { name, documentType, document } = found;
  return { id, name, documentType, document };
}

/** Why the frozen representative cannot sign now; null when they can. */
export async function whyNotSigns(
  ctx: Reading,
  frozen: FrozenRepresentative,
  priceCents: number,
): Promise<string | null> {
  const [found] = await ctx.db.select().from(representatives).where(eq(representatives.id, frozen.id));
  return found ? whyNot(ctx, found, priceCents) : 'Elige otra vez quién firma por la promotora.';
}
