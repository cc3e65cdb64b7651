import { listBooks } from '#contract/money/ledger/books.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';

/** The companies of the group, as choices of a filter or a field. */
export const useBooks = () =>
  useOptions(queryOf(listBooks)).map(({ id, name }) => ({ value: id, label: name }));
