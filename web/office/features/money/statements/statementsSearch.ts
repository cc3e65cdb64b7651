import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { listLines, listStatements } from '#contract/money/statements/statementEndpoints.ts';

/** What the address of the list of statements holds. */
export const StatementsSearch = searchOf(listStatements, {
  /** The import is open. */
  importar: z.coerce.boolean().optional().catch(undefined),
});
export type StatementsSearch = z.infer<typeof StatementsSearch>;

/** What the address of the lines of the bank holds. */
export const LinesSearch = searchOf(listLines, {
  /** The line that is looked at. */
  linea: filterId,
  /** The exact pairs are being looked at. */
  exactas: z.coerce.boolean().optional().catch(undefined),
});
export type LinesSearch = z.infer<typeof LinesSearch>;
