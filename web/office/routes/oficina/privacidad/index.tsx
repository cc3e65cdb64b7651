import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '#web/office/features/overview/privacy/PrivacyPage.tsx';
import { PrivacySearch } from '#web/office/features/overview/privacy/privacySearch.ts';
import { listConsents } from '#contract/overview/privacy/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/privacidad/')({
  staticData: {
    title: 'Privacidad',
    module: 'administracion',
    help: 'auditoria-y-privacidad#los-permisos-de-los-compradores-ley-81-de-2019',
  },
  validateSearch: PrivacySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => deps.ver ?? preloadList(context, listConsents, deps),
  component: () => <PrivacyPage search={Route.useSearch()} />,
});
