import { asc, desc, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { whyNotRepresent } from '#contract/legal/representatives/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { powerOf } from './representatives.service.ts';
import { representatives } from './representatives.table.ts';

/**
 * Those who can be asked to sign, by name, each with the reason why it cannot sign today a document of this value; `cents`:
 * null when the document has none.
 */
export async function offeredRepresentatives(ctx: Pick<Context, 'db' | 'now'>, cents: number | null = null) {
  const found = await ctx.db
    .select()
    .from(representatives)
    .where(isNull(representatives.archivedAt))
    .orderBy(asc(representatives.name), desc(representatives.id))
    .limit(200);
  const today = panamaDay(ctx.now);
  return found.map((one) => ({
    id: one.id,
    name: one.name,
    whyNot: whyNotRepresent(powerOf(one), today, cents),
  }));
}
