import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { officeSite } from '#contract/company/settings/endpoints.ts';
import type { OfficeSite } from '#contract/company/settings/model.ts';
import { queryOf } from '#web/office/lib/query.ts';

const metaOf = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null;

const tintsLinks = () => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href^="/marca.css"]'),
];

/** Name, logo and tints as the document came with them: for the pages before the office, without asking again. */
export const companyOfDocument = (): OfficeSite => ({
  company: metaOf('company') ?? 'Llave',
  logo: metaOf('company-logo'),
  stylesheet: tintsLinks().at(-1)?.getAttribute('href') ?? null,
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

/** Lays the company's tints over the open office, also when somebody changes them meanwhile. */
export function useTints(stylesheet: string | null): void {
  useEffect(() => {
    const links = tintsLinks();
    if (links.length <= 1 && (links[0]?.getAttribute('href') ?? null) === stylesheet) return;
    const dropOld = () => links.forEach((old) => old.remove());
    if (stylesheet === null) {
      dropOld();
      return;
    }
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = stylesheet;
    // The old ones stay until the new are here, so that nothing flashes.
    link.addEventListener('load', dropOld);
    document.head.append(link);
  }, [stylesheet]);
}
