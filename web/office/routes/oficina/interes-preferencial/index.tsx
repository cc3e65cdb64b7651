import { createFileRoute } from '@tanstack/react-router';
import { InterestPage } from '#web/office/features/projects/interest/InterestPage.tsx';
import { InterestSearch } from '#web/office/features/projects/interest/interestSearch.ts';

export const Route = createFileRoute('/oficina/interes-preferencial/')({
  staticData: { title: 'Interés preferencial', module: 'tramites' },
  validateSearch: InterestSearch,
  component: () => <InterestPage search={Route.useSearch()} />,
});
