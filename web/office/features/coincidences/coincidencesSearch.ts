import { z } from 'zod';
import { CoincidenceState, Reason } from '#contract/coincidences/model.ts';
import { filterId, ListSearch } from '#web/office/lib/listSearch.ts';

/** What the address of the coincidences holds. */
export const CoincidencesSearch = ListSearch.extend({
  order_column: z.enum(['id', 'score']).optional().catch(undefined),
  estado: CoincidenceState.optional().catch(undefined),
  motivo: Reason.optional().catch(undefined),
  persona_id: filterId,
});
export type CoincidencesSearch = z.infer<typeof CoincidencesSearch>;
