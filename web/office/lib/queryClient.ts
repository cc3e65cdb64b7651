import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '#web/office/ui/toast.tsx';
import { Refusal } from './refusal.ts';
import { report } from './report.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows a refusal itself (a form at its fields), so no toast tells it again. */
      inline?: boolean;
    };
  }
}

const isRefusal = (error: unknown) => error instanceof Refusal;

/**
 * One cache for the office. A changed filter is another key, so its rows start empty; a background refresh keeps
 * them (rulings 3). A change that fails tells so in a toast unless its screen does.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (!isRefusal(error)) report(error);
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
    // Offline, a change must fail and say so rather than wait unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});
