import { z } from 'zod';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the board holds: its filters, which of the two views, and the card that is open. */
export const BoardSearch = searchOf(listBoard, {
  /** estados: columns by state of the pre-contract. */
  ver: z.enum(['estados']).optional().catch(undefined),
  /** The sale and the stage whose drawer is open. */
  venta: filterId,
  tarjeta: filterId,
});
export type BoardSearch = z.infer<typeof BoardSearch>;
