import {
  queryOptions,
  useMutation,
  useQuery,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Answer, Args, EndpointSpec } from '#contract/endpoint.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { call, newKey, type Given } from './call.ts';
import { refreshed } from './refresh.ts';
import { Refusal } from './refusal.ts';

/** Key prefix of all answers of an endpoint, for invalidating. */
export const keyOf = (spec: EndpointSpec) => [spec.path] as const;

/** Query options of a GET endpoint: the key is path and arguments; the request is aborted when no component uses it. */
export function queryOf<const E extends EndpointSpec>(spec: E, ...[given]: Given<E>) {
  const args = onlyDeclared(spec, given);
  return queryOptions({
    queryKey: [spec.path, args ?? {}] as const,
    queryFn: ({ signal }) => call(spec, ...([args, { signal }] as unknown as Given<E>)),
    meta: { shows: spec.shows },
  });
}

/**
 * Drops query parameters that the endpoint does not declare (for example the open drawer): they do not change the
 * answer.
 */
function onlyDeclared(spec: EndpointSpec, args: object | undefined): object | undefined {
  const asked = args && 'query' in args ? args.query : undefined;
  if (!spec.query || typeof asked !== 'object' || asked === null) return args;
  const { shape } = spec.query;
  return { ...args, query: Object.fromEntries(Object.entries(asked).filter(([key]) => key in shape)) };
}

export interface ActionOptions<E extends EndpointSpec> {
  /** Text of the success toast. Omit it if the screen shows the success itself. */
  success?: string | ((answer: Answer<E>) => string) | undefined;
  /** True: the screen shows refusals itself (FormDrawer does). */
  inline?: boolean | undefined;
  /** false: do not keep a refused request for a retry, because the body contains a password or a code. */
  hold?: boolean | undefined;
}

interface Sending<E extends EndpointSpec> {
  /** Sends the change. `onSuccess` runs after the refetch, also when the refetch removed the component. */
  mutate: (args: Args<E>, then?: { onSuccess?: (answer: Answer<E>) => unknown }) => void;
}

/** Keeps apart the states of the library's union (pending, done, failed). */
type Replaced<Result, By> = Result extends unknown ? Omit<Result, keyof By> & By : never;

export type Action<E extends EndpointSpec> = Replaced<
  UseMutationResult<Answer<E>, Error, Args<E>>,
  Sending<E>
>;

/**
 * A mutation of an endpoint. After success it shows the toast and waits for the refetch of affected queries
 * (refresh.ts). After a transient failure the same arguments use the same idempotency key, so that a second click
 * cannot save twice.
 */
export function useAction<const E extends EndpointSpec>(
  spec: E,
  { success, inline = false, hold }: ActionOptions<E> = {},
): Action<E> {
  const attempt = useRef<{ args: unknown; key: string } | null>(null);
  const mutation = useMutation<Answer<E>, Error, Args<E>>({
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
  const { mutateAsync } = mutation;
  // The library's own `mutate` forgets `onSuccess` when its component is gone: a task that is done leaves its list.
  const mutate = useCallback<Action<E>['mutate']>(
    (args, { onSuccess } = {}) => void mutateAsync(args).then(onSuccess, () => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutate };
}

/**
 * Rows of an option list. Empty while loading and after an error; the error is not shown (spec §4).
 * Use the query itself for dates, times, batch types, action plan and schedule, which keep their rows.
 */
export function useOptions<Listed extends { data: readonly unknown[] }, Key extends QueryKey>(
  query: UseQueryOptions<Listed, Error, Listed, Key>,
): Listed['data'] {
  const { data } = useQuery(query);
  return data?.data ?? [];
}
