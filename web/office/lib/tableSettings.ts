import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getTable, putTable, TablePrefs, TableState } from '#contract/company/userSettings/settings.ts';
import { call } from './call.ts';
import { queryOf } from './query.ts';
import { sessionQuery } from './session.ts';

const NOTHING: TablePrefs = TablePrefs.parse({});
/** Debounce in ms: dragging a column edge makes many changes but one request. */
const REST_MS = 500;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

interface Known {
  data: TableState;
}

function remembered(key: string): Known | undefined {
  try {
    const read = TableState.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return read.success ? { data: read.data } : undefined;
  } catch {
    return undefined;
  }
}

function remember(key: string, state: TableState): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // If storage is full or blocked, the server still has the settings.
  }
}

/**
 * Table settings of the signed-in user. The server stores them for all devices; a local copy lets the table render at
 * once. A change shows immediately and is sent after a debounce. If the server refuses it, it holds on this device.
 */
export function useTableSettings(table: string) {
  const client = useQueryClient();
  const { data: user } = useQuery({ ...sessionQuery, enabled: false });
  const userId = user?.id ?? 0;
  const key = `llave-tabla-${userId}-${table}`;
  const options = queryOf(getTable, { params: { userId, table } });
  const { data } = useQuery({
    ...options,
    enabled: userId > 0 && !waiting.has(key),
    staleTime: 60_000,
    initialData: () => remembered(key),
    initialDataUpdatedAt: 0,
  });
  const state = data?.data;
  useEffect(() => {
    if (state) remember(key, state);
  }, [key, state]);
  const prefs = state?.prefs ?? NOTHING;

  const change = (patch: Partial<TablePrefs>) => {
    void client.cancelQueries({ queryKey: options.queryKey });
    const next = { ...(client.getQueryData(options.queryKey)?.data.prefs ?? NOTHING), ...patch };
    client.setQueryData(options.queryKey, (before) => ({
      data: { views: [], may_share: false, ...before?.data, prefs: next },
    }));
    if (userId === 0) return;
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => {
        waiting.delete(key);
        // Refused while viewing as another user, or offline: the change holds here until the next one.
        call(putTable, { params: { userId, table }, body: next }, { hold: false }).catch(() => undefined);
      }, REST_MS),
    );
  };
  return {
    userId,
    prefs,
    views: state?.views ?? [],
    mayShare: state?.may_share ?? false,
    /** True if the server has answered, or if there is a local copy. */
    known: state !== undefined,
    change,
  };
}
export type TableSettings = ReturnType<typeof useTableSettings>;
