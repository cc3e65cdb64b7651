import { useQuery } from '@tanstack/react-query';
import { officeSite } from '#contract/settings/endpoints.ts';
import type { OfficeSite } from '#contract/settings/model.ts';
import { queryOf } from '#web/office/lib/query.ts';

const metaOf = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

/** Name and logo as the document came with them: for the pages before the office, without asking again. */
export const companyOfDocument = (): OfficeSite => ({
  company: metaOf('company') ?? 'Llave',
  logo: metaOf('company-logo'),
});

/** Name and logo of the company, also after somebody changed them here. */
export function useCompany(): OfficeSite {
  const { data } = useQuery({
    ...queryOf(officeSite),
    staleTime: 60_000,
    placeholderData: () => ({ data: companyOfDocument() }),
  });
  return data?.data ?? companyOfDocument();
}
