import { z } from 'zod';
import { listRepresentatives } from '#contract/legal/representatives/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the representatives; `representante` is the open one. */
export const RepresentativesSearch = searchOf(listRepresentatives, {
  representante: z
    .union([z.literal('nuevo'), z.coerce.number().int()])
    .optional()
    .catch(undefined),
});
export type RepresentativesSearch = z.infer<typeof RepresentativesSearch>;
