import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#web/office/features/company/outbox/OutboxPage.tsx';
import { OutboxSearch } from '#web/office/features/company/outbox/outboxSearch.ts';

export const Route = createFileRoute('/oficina/correos/')({
  staticData: { title: 'Correos', module: 'administracion' },
  validateSearch: OutboxSearch,
  component: () => <OutboxPage search={Route.useSearch()} />,
});
