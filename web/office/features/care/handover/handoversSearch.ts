import type { z } from 'zod';
import { listHandovers, listPunch } from '#contract/care/handover/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the deliveries. */
export const HandoversSearch = searchOf(listHandovers);
export type HandoversSearch = z.infer<typeof HandoversSearch>;

/** Search parameters of the punch items; `pendiente` is the open one. */
export const PunchSearch = searchOf(listPunch, { pendiente: filterId });
export type PunchSearch = z.infer<typeof PunchSearch>;
