import { z } from 'zod';
import { listBoard } from '#contract/sales/board/boardEndpoints.ts';
import { Turn } from '#contract/sales/sale/turn.ts';
import { filterId, filterIds, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

const flag = z.enum(['1', '0']).optional().catch(undefined);

/** What the address of the board holds: its filters, which of the two views, and the card that is open. */
export const BoardSearch = ListSearch.extend({
  ...orderedAs(listBoard),
  estado_id: filterIds,
  proyecto_id: filterId,
  procesador_id: filterId,
  asesor_id: filterId,
  turno: Turn.optional().catch(undefined),
  etapa: filterId,
  celda: filterId,
  vencidas: flag,
  mias: flag,
  /** estados: columns by state of the pre-contract. */
  ver: z.enum(['estados']).optional().catch(undefined),
  /** The sale and the stage whose drawer is open. */
  venta: filterId,
  tarjeta: filterId,
});
export type BoardSearch = z.infer<typeof BoardSearch>;
