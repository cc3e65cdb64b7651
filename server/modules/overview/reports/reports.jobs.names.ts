import { z } from 'zod';

/** Computes the figures of a project (0: the company) anew. */
export const ComputeFigures = {
  name: 'reports.figures',
  payload: z.object({ projectId: z.number().int().min(0) }),
};
