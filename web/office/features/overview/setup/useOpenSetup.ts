import { useQuery } from '@tanstack/react-query';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';

/** What lacks before the company sells, for who administers; null once all is there, somebody hid it, or in a demonstration. */
export function useOpenSetup(): SetupProgress | null {
  const administers = useCan('administracion.editar');
  const { data } = useQuery({ ...queryOf(setupProgress), enabled: administers });
  if (!administers || !data || data.data.done || data.data.dismissed || data.data.demo) return null;
  return data.data;
}
