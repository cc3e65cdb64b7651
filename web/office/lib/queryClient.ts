import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { toast } from '#web/office/ui/toast.tsx';
import { Refusal } from './refusal.ts';
import { refreshIn } from './refresh.ts';
import { report } from './report.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows a refusal itself (a form at its fields), so there is no toast. */
      inline?: boolean;
    };
  }
}

/** On 403 and 404, removes the cached data. The page then shows the refusal. */
export function dropForbidden(error: Error, query: Pick<Query, 'setState'>): void {
  if (error instanceof Refusal && (error.status === 403 || error.status === 404))
    query.setState({ data: undefined, dataUpdatedAt: 0 });
}

const isRefusal = (error: unknown) => error instanceof Refusal;

/**
 * The query cache of the office. A changed filter makes a new key, so its rows start empty; a background refetch keeps
 * the rows (rulings 3). A failed mutation shows a toast unless its screen shows the error.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (!isRefusal(error)) report(error);
      dropForbidden(error, query);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!isRefusal(error)) report(error);
      const told = error instanceof Refusal && error.status >= 500;
      if (!told && !mutation.meta?.inline) toast.error(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => error instanceof Refusal && error.passing && failures < 2,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 10_000),
    },
    // Offline, a mutation must fail with a message instead of waiting silently.
    mutations: { retry: false, networkMode: 'always' },
  },
});
refreshIn(queryClient);
