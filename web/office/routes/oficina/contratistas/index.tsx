import { createFileRoute } from '@tanstack/react-router';
import { PartnersPage } from '#web/office/features/company/partners/PartnersPage.tsx';
import { PartnersSearch } from '#web/office/features/company/users/usersSearch.ts';

export const Route = createFileRoute('/oficina/contratistas/')({
  staticData: { title: 'Contratistas', module: 'administracion' },
  validateSearch: PartnersSearch,
  component: () => <PartnersPage kind="contratista" search={Route.useSearch()} />,
});
