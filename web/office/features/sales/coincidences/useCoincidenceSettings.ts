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

/** After the last touch: pulling an edge is one change. */
const REST_MS = 500;

/** Widths of the columns and whether the detail is open, kept per person by the calls that old clients make (endpoints.tsv). */
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
  // Refused while seen as somebody else, or offline: it holds here until the next change.
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
    /** Not before: what is set would be lost with the answer that is on its way. */
    ready: data !== undefined,
    expanded: data?.data.expand_costumer_detail ?? false,
    expand: (value: boolean) => {
      set({ expand_costumer_detail: value });
      call(expandCostumerDetail, { params: { userId }, body: { value } }, { hold: false }).catch(quiet);
    },
  };
}
