import { z } from 'zod';

/** Computes the figures of a project (0: the company) anew. */
export const ComputeFigures = {
  name: 'reports.compute',
  payload: z.object({ projectId: z.number().int().min(0) }),
};
