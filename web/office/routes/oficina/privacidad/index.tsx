import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '#web/office/features/overview/privacy/PrivacyPage.tsx';
import { PrivacySearch } from '#web/office/features/overview/privacy/privacySearch.ts';

export const Route = createFileRoute('/oficina/privacidad/')({
  staticData: { title: 'Privacidad', module: 'administracion' },
  validateSearch: PrivacySearch,
  component: () => <PrivacyPage search={Route.useSearch()} />,
});
