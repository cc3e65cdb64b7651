import { createFileRoute } from '@tanstack/react-router';
import { LawyersPage } from '#web/office/features/company/lawyers/LawyersPage.tsx';
import { LawyersSearch } from '#web/office/features/company/users/usersSearch.ts';

export const Route = createFileRoute('/oficina/abogados/')({
  staticData: { title: 'Abogados', module: 'legal' },
  validateSearch: LawyersSearch,
  component: () => <LawyersPage search={Route.useSearch()} />,
});
