import type { z } from 'zod';
import { listAdvances, listInvoices } from '#contract/money/invoices/endpoints.ts';
import { filterId } from '#web/office/lib/listSearch.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const InvoicesSearch = searchOf(listInvoices, {});
export type InvoicesSearch = z.infer<typeof InvoicesSearch>;
export const AdvancesSearch = searchOf(listAdvances, { anticipo: filterId });
export type AdvancesSearch = z.infer<typeof AdvancesSearch>;
