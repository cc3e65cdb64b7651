import type { QueryClient } from '@tanstack/react-query';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { RecordKind } from '#contract/records.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: EndpointSpec['shows'] };
  }
}

let cache: QueryClient | undefined;
let last: Promise<void> = Promise.resolve();

/** Sets the query cache that follows the changes of this browser. */
export const refreshIn = (client: QueryClient): void => {
  cache = client;
};

/** After a successful write: invalidates every query that shows a kind of record which the call touches. */
export function changed({
  method,
  path,
  touches = [],
}: Pick<EndpointSpec, 'method' | 'path' | 'touches'>): void {
  if (!cache || touches.length === 0) return;
  /** A deleted record: do not refetch its own query. The page navigates away. */
  const removed = method === 'DELETE' && /:\w+$/.test(path) ? path : null;
  last = cache.invalidateQueries({
    predicate: ({ meta, queryKey }) =>
      queryKey[0] !== removed && (meta?.shows ?? []).some((kind) => touches.includes(kind)),
  });
}

/** After changes that this browser did not make: invalidates every query that shows these kinds, except those of `except`. */
export function changedElsewhere(kinds: ReadonlySet<RecordKind>, except: readonly string[]): void {
  void cache?.invalidateQueries({
    predicate: ({ meta, queryKey }) =>
      !except.includes(String(queryKey[0])) && (meta?.shows ?? []).some((kind) => kinds.has(kind)),
  });
}

/** Resolves when the refetch after the last change is complete. */
export const refreshed = (): Promise<void> => last;

/** Whether a write of this tab has no answer yet. */
export const isWriting = (): boolean => (cache?.isMutating() ?? 0) > 0;
