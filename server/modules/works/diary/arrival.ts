import { and, eq, isNotNull, max, min } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Chain } from './chain.service.ts';
import { diaries } from './diary.table.ts';

async function openDay(ctx: Pick<Context, 'db' | 'now'>, chain: Chain, day: string) {
  await ctx.db
    .insert(diaries)
    .values({ ...chain, day, createdAt: ctx.now })
    .onConflictDoNothing();
  const [row] = await ctx.db
    .select()
    .from(diaries)
    .where(
      and(eq(diaries.projectId, chain.projectId), eq(diaries.typeId, chain.typeId), eq(diaries.day, day)),
    );
  return row!;
}

/**
 * The day that an entry tells of, made if it is new, and the one whose seal takes it: the same, or after its seal today's, or the
 * next one that is not sealed. A day that the chain has passed without it, as a Sunday, is over like a sealed one. The caller
 * holds the chain.
 */
export async function arrivalOf(ctx: Pick<Context, 'db' | 'now'>, { projectId, typeId }: Chain, day: string) {
  const chain = { projectId, typeId };
  const told = await openDay(ctx, chain, day);
  const [span] = await ctx.db
    .select({ first: min(diaries.day), last: max(diaries.day) })
    .from(diaries)
    .where(and(eq(diaries.projectId, projectId), eq(diaries.typeId, typeId), isNotNull(diaries.link)));
  const passed = span?.first && span.last ? span.first < day && day < span.last : false;
  let over = told.sealedAt !== null || passed;
  let into = told;
  for (let next = panamaDay(ctx.now); over; next = addDays(next, 1)) {
    into = await openDay(ctx, chain, next);
    over = into.sealedAt !== null;
  }
  return { told, sealedInId: into.id };
}
