import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/endpoint.ts';
import { getSettings, removeLogo, resetSetting, setLogo } from '#contract/company/settings/endpoints.ts';
import type { SettingKey } from '#contract/company/settings/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';

const touched = { inline: true } as const;

export type StoredSettings = Answer<typeof getSettings>['data'];

export const useSettings = () => useQuery(queryOf(getSettings));

export const useResetSetting = () =>
  useAction(resetSetting, { ...touched, success: 'Se restablecieron los valores iniciales.' });
export const useSetLogo = () => useAction(setLogo, { ...touched, success: 'Logo guardado.' });
export const useRemoveLogo = () => useAction(removeLogo, { ...touched, success: 'Logo quitado.' });

/** A setting's version; 0 if it was never set. */
export const versionOf = ({ set }: StoredSettings, key: SettingKey) =>
  set.find((one) => one.key === key)?.version ?? 0;
