import { z } from 'zod';
import { filterId } from '#web/office/lib/listSearch.ts';

/** What budget is shown: the project's, or that of one model or house. */
export const BudgetSearch = z.object({
  proyecto_id: filterId,
  modelo_id: filterId,
  vivienda_id: filterId,
});
export type BudgetSearch = z.infer<typeof BudgetSearch>;
