import { useQuery } from '@tanstack/react-query';
import {
  formLists,
  shippedItems,
  type FormItem,
  type FormList,
} from '#contract/company/catalogs/formLists.ts';
import { queryOf } from './query.ts';

/** All rows of an editable list, archived ones too, in the company's order; the shipped rows until they are loaded. */
export function useFormList(name: FormList): readonly FormItem[] {
  const { data } = useQuery(queryOf(formLists));
  return data?.data[name] ?? shippedItems(name);
}

/** The labels that a list offers, as suggestions for a reason. */
export const useReasons = (name: FormList): string[] =>
  useFormList(name).flatMap(({ label, archived }) => (archived ? [] : [label]));

/** Options of a field that keeps the row's id. `kept`: the record's value, offered even if it was archived. */
export const useIdOptions = (name: FormList, kept?: number | null) =>
  useFormList(name)
    .filter(({ id, archived }) => !archived || id === kept)
    .map(({ id, label }) => ({ value: id, label }));

/** Options of a field that keeps the row's word. A word that is in no list, as old free text, is offered as it is. */
export function useWordOptions(name: FormList, kept?: string | null) {
  const options = useFormList(name)
    .filter(({ word, archived }) => !archived || word === kept)
    .map(({ id, word, label }) => ({ value: word ?? String(id), label }));
  return kept && !options.some(({ value }) => value === kept)
    ? [...options, { value: kept, label: kept }]
    : options;
}

/** The label of a stored word; free text stays as it is. */
export function useWordLabel(name: FormList): (word: string | null) => string | null {
  const labels = new Map(useFormList(name).map(({ word, label }) => [word, label]));
  return (word) => labels.get(word) ?? word;
}
