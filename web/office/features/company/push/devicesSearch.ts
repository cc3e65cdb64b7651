import { z } from 'zod';
import { listDevices } from '#contract/company/push/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the browsers that receive notices. */
export const DevicesSearch = searchOf(listDevices);
export type DevicesSearch = z.infer<typeof DevicesSearch>;
