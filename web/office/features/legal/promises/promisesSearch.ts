import { z } from 'zod';
import { listPromises } from '#contract/legal/promises/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const PromisesSearch = searchOf(listPromises);
export type PromisesSearch = z.infer<typeof PromisesSearch>;
