import { createFileRoute } from '@tanstack/react-router';
import { ConsentsPage } from '#web/office/features/privacy/ConsentsPage.tsx';
import { ConsentsSearch } from '#web/office/features/privacy/consentsSearch.ts';

export const Route = createFileRoute('/oficina/privacidad/')({
  staticData: { title: 'Privacidad', module: 'administracion' },
  validateSearch: ConsentsSearch,
  component: () => <ConsentsPage search={Route.useSearch()} />,
});
