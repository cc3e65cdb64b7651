import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  expandCostumerDetail,
  getUserSettings,
  updateCoincidencesColumnsWidth,
  type UserSettings,
} from '#contract/company/userSettings/settings.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useUser } from '#web/office/lib/session.ts';

/** Debounce: dragging a column edge sends one request. */
const REST_MS = 500;

/** Column widths and the detail switch, saved per user with the calls that old clients use (endpoints.tsv). */
export function useCoincidenceSettings() {
  const client = useQueryClient();
  const userId = useUser().id;
  const options = queryOf(getUserSettings, { params: { userId } });
  const { data } = useQuery({ ...options, staleTime: 60_000 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const set = (patch: Partial<UserSettings>) => {
    void client.cancelQueries({ queryKey: options.queryKey });
    client.setQueryData(options.queryKey, (before) => before && { data: { ...before.data, ...patch } });
  };
  // Refused in "view as", or offline: the value stays on screen and is not saved.
  const quiet = () => undefined;
  return {
    widths: data?.data.coincidences_columns_width ?? {},
    keepWidths: (value: Record<string, number>) => {
      set({ coincidences_columns_width: value });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        call(updateCoincidencesColumnsWidth, { params: { userId }, body: { value } }, { hold: false }).catch(
          quiet,
        );
      }, REST_MS);
    },
    /** Do not set anything before: the pending response would overwrite it. */
    ready: data !== undefined,
    expanded: data?.data.expand_costumer_detail ?? false,
    expand: (value: boolean) => {
      set({ expand_costumer_detail: value });
      call(expandCostumerDetail, { params: { userId }, body: { value } }, { hold: false }).catch(quiet);
    },
  };
}
