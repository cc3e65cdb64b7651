import { z } from 'zod';

/** Recomputes the figures of a project (0: the company). */
export const ComputeFigures = {
  name: 'reports.figures',
  payload: z.object({ projectId: z.number().int().min(0) }),
};
