import { z } from 'zod';
import { listQuotes } from '#contract/sales/quotes/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** Search parameters of the quotes. */
export const QuotesSearch = searchOf(listQuotes);
export type QuotesSearch = z.infer<typeof QuotesSearch>;
