import { LOT_TAKEN, LOT_TAKEN_TEXT, waitUrl, type PlaceOffered } from '#contract/sales/claims/claims.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, type Refused } from '#server/kernel/errors.ts';
import { together } from '#server/kernel/together.ts';
import { readLots } from '#server/modules/projects/lots/known.service.ts';

type Knowing = Pick<Context, 'db' | 'knows'>;

/** Length of a lot's waitlist. */
export const waitingFor = async (ctx: Knowing, lotId: number): Promise<number> =>
  (await readLots(ctx, [lotId])).get(lotId)?.waiting ?? 0;

/** The error 409 LOT_TAKEN for a lot that another sale has, with the next place in its waitlist. */
export async function lotTaken(ctx: Knowing, lotId: number): Promise<Refused> {
  const length = await together(ctx.db, `line: ${lotId}`, () => waitingFor(ctx, lotId));
  const offered: PlaceOffered = {
    lote_id: lotId,
    puesto: length + 1,
    url: waitUrl(lotId),
  };
  return conflict(LOT_TAKEN, LOT_TAKEN_TEXT, offered);
}
