import { z } from 'zod';

/** The job that services of this feature send. */
export const SendIssued = { name: 'issuedInvoices.send', payload: z.object({ id: z.number().int() }) };
