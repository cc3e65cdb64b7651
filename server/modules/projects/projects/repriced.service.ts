import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';

/** A price that was changed; a model's, or a lot's premium. */
export interface Repriced {
  projectId: number;
  modelId?: number;
  lotId?: number;
  fromCents: number;
  toCents: number;
}
/** What is announced of a project whose prices were changed, with them. */
export const REPRICED = 'precios';

/** Tells prices that were just changed, in the same transaction: their history follows. What stayed as it was is left out. */
export async function tellRepriced(ctx: Acting, changed: readonly Repriced[], reason: string): Promise<void> {
  const real = changed.filter(({ fromCents, toCents }) => fromCents !== toCents);
  const byProject = Map.groupBy(real, ({ projectId }) => projectId);
  await announce(
    ctx,
    ...[...byProject].map(([id, values]) => ({ record: 'proyecto', id, verb: REPRICED, reason, values })),
  );
}
