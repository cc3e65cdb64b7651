import { createFileRoute } from '@tanstack/react-router';
import { LawyersPage } from '#web/office/features/users/LawyersPage.tsx';
import { LawyersSearch } from '#web/office/features/users/usersSearch.ts';

export const Route = createFileRoute('/oficina/abogados/')({
  staticData: { title: 'Abogados', module: 'legal' },
  validateSearch: LawyersSearch,
  component: () => <LawyersPage search={Route.useSearch()} />,
});
