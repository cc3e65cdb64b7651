import { z } from 'zod';
import { listEnvelopes } from '#contract/legal/envelopes/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the documents sent for signing; `sobre` is the open one. */
export const EnvelopesSearch = searchOf(listEnvelopes, {
  sobre: z.coerce.number().int().optional().catch(undefined),
});
export type EnvelopesSearch = z.infer<typeof EnvelopesSearch>;
