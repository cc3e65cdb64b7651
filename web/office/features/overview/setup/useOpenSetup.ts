import { useQuery } from '@tanstack/react-query';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import type { SetupProgress } from '#contract/overview/setup/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';

/** The open setup steps, for administrators; null once they are done or hidden, or in a demonstration. */
export function useOpenSetup(): SetupProgress | null {
  const administers = useCan('administracion.editar');
  const { data } = useQuery({ ...queryOf(setupProgress), enabled: administers });
  if (!administers || !data || data.data.done || data.data.dismissed || data.data.demo) return null;
  return data.data;
}
