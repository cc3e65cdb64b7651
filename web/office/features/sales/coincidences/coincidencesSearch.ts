import { z } from 'zod';
import { listCoincidences } from '#contract/sales/coincidences/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the coincidences. */
export const CoincidencesSearch = searchOf(listCoincidences);
export type CoincidencesSearch = z.infer<typeof CoincidencesSearch>;
