import { z } from 'zod';

/** Ends an envelope whose time is over. */
export const ExpireEnvelope = {
  name: 'envelopes.expire',
  payload: z.object({ envelopeId: z.number().int() }),
};

/** Sends the sealed copy to everybody who signed. */
export const SendSealedCopies = {
  name: 'envelopes.copies',
  payload: z.object({ envelopeId: z.number().int() }),
};
