import { useQueryClient, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The record from which a form was filled, for the version that it sends: a refresh behind the open form does not move it, so
 * that a change made meanwhile is noticed. `reload`, for FormDrawer, fetches it anew and answers its values. null: a new one.
 */
export function useFilled<R, V, A, K extends QueryKey>(
  record: R | null,
  query: FetchQueryOptions<A, Error, A, K> | null,
  pick: (answer: A) => R | undefined,
  valuesOf: (record: R) => V,
): { filled: R | null; reload: (() => Promise<V>) | undefined } {
  const client = useQueryClient();
  const [filled, setFilled] = useState(record);
  const reload = async () => {
    const fresh = query && pick(await client.fetchQuery({ ...query, staleTime: 0 }));
    if (!fresh) throw new Error('Ya no existe. Cierra y vuelve a abrir la lista.');
    setFilled(fresh);
    return valuesOf(fresh);
  };
  return { filled, reload: record && query ? reload : undefined };
}
