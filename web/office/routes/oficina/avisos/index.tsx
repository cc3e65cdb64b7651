import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '#web/office/features/company/notifications/NoticesPage.tsx';
import { NoticesSearch } from '#web/office/features/company/notifications/noticesSearch.ts';

export const Route = createFileRoute('/oficina/avisos/')({
  staticData: { title: 'Avisos' },
  validateSearch: NoticesSearch,
  component: () => <NoticesPage search={Route.useSearch()} />,
});
