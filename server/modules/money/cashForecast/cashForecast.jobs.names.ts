import { z } from 'zod';

/** Computes the forecast in force again. */
export const ComputeCash = { name: 'cash.compute', payload: z.object({}) };
