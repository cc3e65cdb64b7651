import { z } from 'zod';

export const ToolsSearch = z.object({
  ver: z.enum(['plantillas', 'envios']).optional().catch(undefined),
});
export type ToolsSearch = z.infer<typeof ToolsSearch>;
