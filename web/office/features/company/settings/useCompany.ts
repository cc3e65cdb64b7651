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

/** Name, logo and tints from the HTML document, so the pages before sign-in need no request. */
export const companyOfDocument = (): OfficeSite => ({
  company: metaOf('company') ?? 'Llave',
  logo: metaOf('company-logo'),
  stylesheet: tintsLinks().at(-1)?.getAttribute('href') ?? null,
});

/** The company's name and logo, updated when somebody changes them. */
export function useCompany(): OfficeSite {
  const { data } = useQuery({
    ...queryOf(officeSite),
    staleTime: 60_000,
    placeholderData: () => ({ data: companyOfDocument() }),
  });
  return data?.data ?? companyOfDocument();
}

/** Applies the company's tints to the open office, and updates them when they change. */
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
    // Keeps the old stylesheet until the new one has loaded, to avoid a flash.
    link.addEventListener('load', dropOld);
    document.head.append(link);
  }, [stylesheet]);
}
