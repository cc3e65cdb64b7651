import { z } from 'zod';
import { filterId, filterText, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the list of statements holds. */
export const StatementsSearch = ListSearch.extend({
  order_column: z.enum(['to_on', 'id']).optional().catch(undefined),
  cuenta_id: filterId,
  /** The import is open. */
  importar: z.coerce.boolean().optional().catch(undefined),
});
export type StatementsSearch = z.infer<typeof StatementsSearch>;

/** What the address of the lines of the bank holds. */
export const LinesSearch = ListSearch.extend({
  order_column: z.enum(['posted_on', 'id']).optional().catch(undefined),
  extracto_id: filterId,
  cuenta_id: filterId,
  estado: z.enum(['open', 'matched', 'returned', 'ignored']).optional().catch(undefined),
  sentido: z.enum(['in', 'out']).optional().catch(undefined),
  desde: filterText,
  hasta: filterText,
  /** The line that is looked at. */
  linea: filterId,
  /** The exact pairs are being looked at. */
  exactas: z.coerce.boolean().optional().catch(undefined),
});
export type LinesSearch = z.infer<typeof LinesSearch>;
