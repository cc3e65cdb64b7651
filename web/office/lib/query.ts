import {
  queryOptions,
  useMutation,
  useQuery,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Answer, Args, EndpointSpec } from '#contract/endpoint.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { call, newKey, type Given } from './call.ts';
import { refreshed } from './refresh.ts';
import { Refusal } from './refusal.ts';

/** Key of every answer of an endpoint, whatever the arguments: for invalidating. */
export const keyOf = (spec: EndpointSpec) => [spec.path] as const;

/** Query options of a reading endpoint: key by path and arguments, cancelled when nobody looks any more. */
export function queryOf<const E extends EndpointSpec>(spec: E, ...[given]: Given<E>) {
  const args = onlyDeclared(spec, given);
  return queryOptions({
    queryKey: [spec.path, args ?? {}] as const,
    queryFn: ({ signal }) => call(spec, ...([args, { signal }] as unknown as Given<E>)),
    meta: { shows: spec.shows },
  });
}

/** What the endpoint does not declare (which view or drawer is open) makes no other rows, and is not sent. */
function onlyDeclared(spec: EndpointSpec, args: object | undefined): object | undefined {
  const asked = args && 'query' in args ? args.query : undefined;
  if (!spec.query || typeof asked !== 'object' || asked === null) return args;
  const { shape } = spec.query;
  return { ...args, query: Object.fromEntries(Object.entries(asked).filter(([key]) => key in shape)) };
}

export interface ActionOptions<E extends EndpointSpec> {
  /** Sentence of the toast; none: the screen shows the success by itself. */
  success?: string | ((answer: Answer<E>) => string) | undefined;
  /** The screen shows refusals itself (FormDrawer does). */
  inline?: boolean | undefined;
  /** false: the body holds a password or a code, and is not held for a repeat. */
  hold?: boolean | undefined;
}

/**
 * A change: calls and tells; what shows what it touches is asked for again (refresh.ts). After a passing fault the same arguments go out under the same idempotency
 * key, so that pressing again cannot do it twice.
 */
export function useAction<const E extends EndpointSpec>(
  spec: E,
  { success, inline = false, hold }: ActionOptions<E> = {},
): UseMutationResult<Answer<E>, Error, Args<E>> {
  const attempt = useRef<{ args: unknown; key: string } | null>(null);
  return useMutation<Answer<E>, Error, Args<E>>({
    meta: { inline },
    mutationFn: (args) => {
      if (attempt.current?.args !== args) attempt.current = { args, key: newKey() };
      const options = { hold, idempotencyKey: spec.idempotent ? attempt.current?.key : undefined };
      return call(spec, ...([args, options] as unknown as Given<E>));
    },
    onSuccess: async (answer) => {
      attempt.current = null;
      const text = typeof success === 'function' ? success(answer) : success;
      if (text) toast.success(text);
      await refreshed();
    },
    onError: (error) => {
      if (!(error instanceof Refusal && error.passing)) attempt.current = null;
    },
  });
}

/**
 * Rows of an option list. While loading and after an error the list is empty, and the error is not shown (spec §4);
 * use the query itself for dates, times, batch types, action plan and schedule, which keep theirs.
 */
export function useOptions<Listed extends { data: readonly unknown[] }, Key extends QueryKey>(
  query: UseQueryOptions<Listed, Error, Listed, Key>,
): Listed['data'] {
  const { data } = useQuery(query);
  return data?.data ?? [];
}
