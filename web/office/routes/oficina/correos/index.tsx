import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#web/office/features/outbox/OutboxPage.tsx';
import { OutboxSearch } from '#web/office/features/outbox/outboxSearch.ts';

export const Route = createFileRoute('/oficina/correos/')({
  staticData: { title: 'Correos', module: 'administracion' },
  validateSearch: OutboxSearch,
  component: () => <OutboxPage search={Route.useSearch()} />,
});
