import type { z } from 'zod';
import { listIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const IssuedSearch = searchOf(listIssued, {});
export type IssuedSearch = z.infer<typeof IssuedSearch>;
