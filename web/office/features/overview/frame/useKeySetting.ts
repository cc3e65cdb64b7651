import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getKeySettings } from '#contract/company/userSettings/settings.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { switchSingleKeys } from '#web/office/lib/singleKeys.ts';

/** Applies the user's setting for single-key shortcuts. */
export function useKeySetting(userId: number | undefined): void {
  const { data } = useQuery({
    ...queryOf(getKeySettings, { params: { userId: userId ?? 0 } }),
    enabled: userId !== undefined,
    staleTime: Infinity,
  });
  const on = data?.data.single_keys ?? true;
  useEffect(() => switchSingleKeys(on), [on]);
}
