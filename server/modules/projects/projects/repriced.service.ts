import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';

/** A changed price: a model's price or a lot's premium. */
export interface Repriced {
  projectId: number;
  modelId?: number;
  lotId?: number;
  fromCents: number;
  toCents: number;
}
/** Verb announced for a project with changed prices. */
export const REPRICED = 'precios';

/**
 * Announces price changes in the same transaction; a follower adds them to the history. Unchanged prices are skipped.
 */
export async function tellRepriced(ctx: Acting, changed: readonly Repriced[], reason: string): Promise<void> {
  const real = changed.filter(({ fromCents, toCents }) => fromCents !== toCents);
  const byProject = Map.groupBy(real, ({ projectId }) => projectId);
  await announce(
    ctx,
    ...[...byProject].map(([id, values]) => ({
      record: 'proyecto' as const,
      id,
      verb: REPRICED,
      reason,
      values,
    })),
  );
}
