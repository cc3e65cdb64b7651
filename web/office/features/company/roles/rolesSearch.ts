import { z } from 'zod';
import { ListSearch } from '#web/office/lib/listSearch.ts';

export const RolesSearch = ListSearch.extend({
  archivados: z.coerce.boolean().optional().catch(undefined),
});
export type RolesSearch = z.infer<typeof RolesSearch>;
