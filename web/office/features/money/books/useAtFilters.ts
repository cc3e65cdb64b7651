import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useBooks } from '../ledger/useBooks.ts';

/** The filters of what is by company and project. */
export function useOfFilters() {
  const books = useBooks();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  return [
    { key: 'libro_id', label: 'Empresa', kind: 'one', choices: books },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
  ] as const;
}

/** The filters that every statement has: company, project and last day. */
export function useAtFilters() {
  return [...useOfFilters(), { key: 'hasta', label: 'Hasta', kind: 'day' }] as const;
}
