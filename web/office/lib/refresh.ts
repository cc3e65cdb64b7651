import type { QueryClient } from '@tanstack/react-query';
import type { EndpointSpec } from '#contract/endpoint.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { shows?: EndpointSpec['shows'] };
  }
}

let cache: QueryClient | undefined;
let last: Promise<void> = Promise.resolve();

/** The cache whose answers follow the changes that this browser makes. */
export const refreshIn = (client: QueryClient): void => {
  cache = client;
};

/** A call has written: every answer that shows a kind of record which it touches is asked for again where somebody looks at it. */
export function changed({
  method,
  path,
  touches = [],
}: Pick<EndpointSpec, 'method' | 'path' | 'touches'>): void {
  if (!cache || touches.length === 0) return;
  /** What was removed is there no more: its page leads elsewhere. */
  const removed = method === 'DELETE' && /:\w+$/.test(path) ? path : null;
  last = cache.invalidateQueries({
    predicate: ({ meta, queryKey }) =>
      queryKey[0] !== removed && (meta?.shows ?? []).some((kind) => touches.includes(kind)),
  });
}

/** When what the last change touched has been asked for again. */
export const refreshed = (): Promise<void> => last;
