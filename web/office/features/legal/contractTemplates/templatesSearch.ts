import { z } from 'zod';
import { listTemplates } from '#contract/legal/contractTemplates/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterText } from '#web/office/lib/listSearch.ts';

export const TemplatesSearch = searchOf(listTemplates);
export type TemplatesSearch = z.infer<typeof TemplatesSearch>;

/** One template: its tab, and the number of the version on the screen. */
export const TemplateSearch = z.object({
  tab: filterText,
  version: z.coerce.number().int().min(1).optional().catch(undefined),
});
export type TemplateSearch = z.infer<typeof TemplateSearch>;
