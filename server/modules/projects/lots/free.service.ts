import { announce, type RecordName } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';

/** What is announced of a lot that may be taken again. */
export const FREE = 'libre';

/** Tells in the transaction that a lot is free, or on sale again: whoever waits for it follows. `of`: the sale that had it. */
export const tellFree = (ctx: Acting, lotId: number, of?: RecordName): Promise<void> =>
  announce(ctx, { record: 'lote', id: lotId, verb: FREE, ...(of && { of }) });
