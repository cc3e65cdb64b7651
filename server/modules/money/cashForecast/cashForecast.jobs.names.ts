import { z } from 'zod';

/** Computes the forecast in force again; `anew`: with what the past says now, which is learned once a day otherwise. */
export const ComputeCash = { name: 'cash.compute', payload: z.object({ anew: z.boolean() }) };
