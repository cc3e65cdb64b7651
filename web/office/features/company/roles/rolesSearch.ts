import { z } from 'zod';
import { searchOf } from '#web/office/lib/list.ts';
import { listRoles } from '#contract/company/roles/rolesEndpoints.ts';

export const RolesSearch = searchOf(listRoles);
export type RolesSearch = z.infer<typeof RolesSearch>;
