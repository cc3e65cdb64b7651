import { z } from 'zod';
import { listAddenda } from '#contract/legal/addenda/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const AddendaSearch = searchOf(listAddenda);
export type AddendaSearch = z.infer<typeof AddendaSearch>;
