import { z } from 'zod';

/** Seals one document; a repeat does nothing when it is sealed. */
export const SealDocument = {
  name: 'seals.seal',
  payload: z.object({ sealId: z.number().int() }),
};
