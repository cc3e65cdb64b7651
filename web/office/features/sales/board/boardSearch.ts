import { z } from 'zod';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the board: the filters, the view and the open card. */
export const BoardSearch = searchOf(listBoard, {
  /** estados: one column per pre-contract state. */
  ver: z.enum(['estados']).optional().catch(undefined),
  /** Sale and stage of the open drawer. */
  venta: filterId,
  tarjeta: filterId,
});
export type BoardSearch = z.infer<typeof BoardSearch>;
