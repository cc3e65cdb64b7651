import { z } from 'zod';
import { listCoincidences } from '#contract/sales/coincidences/endpoints.ts';
import { CoincidenceState, Reason } from '#contract/sales/coincidences/model.ts';
import { filterId, ListSearch, orderedAs } from '#web/office/lib/listSearch.ts';

/** What the address of the coincidences holds. */
export const CoincidencesSearch = ListSearch.extend({
  ...orderedAs(listCoincidences),
  estado: CoincidenceState.optional().catch(undefined),
  motivo: Reason.optional().catch(undefined),
  persona_id: filterId,
});
export type CoincidencesSearch = z.infer<typeof CoincidencesSearch>;
