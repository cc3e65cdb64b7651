import { announce, type RecordName } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';

/** Verb announced when a lot can be claimed again. */
export const FREE = 'libre';

/**
 * Announces in the transaction that a lot is free or on sale again, so that
 * its waitlist advances. `of`: the sale that had it.
 */
export const tellFree = (ctx: Acting, lotId: number, of?: RecordName): Promise<void> =>
  announce(ctx, { record: 'lote', id: lotId, verb: FREE, ...(of && { of }) });
