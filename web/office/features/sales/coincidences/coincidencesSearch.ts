import { z } from 'zod';
import { listCoincidences } from '#contract/sales/coincidences/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** What the address of the coincidences holds. */
export const CoincidencesSearch = searchOf(listCoincidences);
export type CoincidencesSearch = z.infer<typeof CoincidencesSearch>;
