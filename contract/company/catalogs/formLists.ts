import { z } from 'zod';
import { data, endpoint } from '#contract/endpoint.ts';
import { kinships } from './peopleLists.ts';
import { discardReasons, incomeRanges, origins, rejectionReasons, withdrawalReasons } from './salesLists.ts';
import { ticketCategories } from './ticketLists.ts';

/** The editable lists that forms of the office offer, by name. */
const FORM_LISTS = [
  origins,
  kinships,
  incomeRanges,
  discardReasons,
  rejectionReasons,
  withdrawalReasons,
  ticketCategories,
] as const;
export type FormList = (typeof FORM_LISTS)[number]['name'];
export const FORM_LIST_NAMES = FORM_LISTS.map(({ name }) => name) as [FormList, ...FormList[]];

export const FormItem = z.object({
  id: z.number().int(),
  /** `name_id`: what records keep instead of the id; null where the list has none. */
  word: z.string().nullable(),
  label: z.string(),
  /** Not offered any more, but records may still have it. */
  archived: z.boolean(),
});
export type FormItem = z.infer<typeof FormItem>;

/** The shipped rows of a list: what a form offers before the answer is there, and without a connection. */
export const shippedItems = (name: FormList): FormItem[] =>
  (
    FORM_LISTS.find((list) => list.name === name)!.rows as readonly (readonly [
      number,
      string,
      { name_id?: string }?,
    ])[]
  ).map(([id, label, extra]) => ({ id, word: extra?.name_id ?? null, label, archived: false }));

export const formLists = endpoint({
  method: 'GET',
  path: '/api/office/form_lists',
  access: 'ventas.ver',
  shows: ['catalog_item'],
  summary: 'Las listas que se editan y que los formularios ofrecen, en su orden',
  answer: data(z.record(z.enum(FORM_LIST_NAMES), z.array(FormItem))),
});
