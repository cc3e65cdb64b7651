import type { z } from 'zod';
import { listMailedLists } from '#contract/company/mailedLists/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';
import { filterId } from '#web/office/lib/listSearch.ts';

/** Search parameters of the mailed lists; `lista` is the open one. */
export const MailedListsSearch = searchOf(listMailedLists, { lista: filterId });
export type MailedListsSearch = z.infer<typeof MailedListsSearch>;
