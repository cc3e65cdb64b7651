import type { z } from 'zod';
import { listBatches } from '#contract/money/paymentBatches/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const BatchesSearch = searchOf(listBatches, {});
export type BatchesSearch = z.infer<typeof BatchesSearch>;
