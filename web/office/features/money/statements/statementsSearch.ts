import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { listLines, listStatements } from '#contract/money/statements/statementEndpoints.ts';

/** Search parameters of the statements. */
export const StatementsSearch = searchOf(listStatements, {
  /** Set while the import is open. */
  importar: z.coerce.boolean().optional().catch(undefined),
});
export type StatementsSearch = z.infer<typeof StatementsSearch>;

/** Search parameters of the statement lines. */
export const LinesSearch = searchOf(listLines, {
  /** The open line. */
  linea: filterId,
  /** Set while the exact matches are shown. */
  exactas: z.coerce.boolean().optional().catch(undefined),
});
export type LinesSearch = z.infer<typeof LinesSearch>;

/** Search parameters of the rules. */
export const RulesSearch = z.object({
  /** Set while a new rule is written. */
  nueva: z.coerce.boolean().optional().catch(undefined),
  /** The words of the new rule, as of a line. */
  texto: z.coerce.string().max(80).optional().catch(undefined),
});
export type RulesSearch = z.infer<typeof RulesSearch>;
