import { useQuery } from '@tanstack/react-query';
import { officeSite } from '#contract/settings/endpoints.ts';
import type { OfficeSite } from '#contract/settings/model.ts';
import { queryOf } from '#web/office/lib/query.ts';

/** Name and logo of the company, also before somebody signs in; the product's own until they are known. */
export function useCompany(): OfficeSite {
  const { data } = useQuery({ ...queryOf(officeSite), staleTime: 60_000 });
  return data?.data ?? { company: 'Llave', logo: null };
}
