import { z } from 'zod';
import { listRetained } from '#contract/money/withholding/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const RetainedSearch = searchOf(listRetained, {});
export type RetainedSearch = z.infer<typeof RetainedSearch>;
/** 2026-11; anything else shows the month that ended last. */
export const WithheldSearch = z.object({
  mes: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .catch(undefined),
});
export type WithheldSearch = z.infer<typeof WithheldSearch>;
