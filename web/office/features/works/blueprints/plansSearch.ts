import type { z } from 'zod';
import { listPlans } from '#contract/works/blueprints/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the plans; `plano` is the open one, by its model. */
export const PlansSearch = searchOf(listPlans, { plano: filterId });
export type PlansSearch = z.infer<typeof PlansSearch>;
