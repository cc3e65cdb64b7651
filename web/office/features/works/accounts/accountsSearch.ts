import type { z } from 'zod';
import { listAccounts } from '#contract/works/accounts/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const AccountsSearch = searchOf(listAccounts, {});
export type AccountsSearch = z.infer<typeof AccountsSearch>;
