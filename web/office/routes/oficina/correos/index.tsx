import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#web/office/features/company/outbox/OutboxPage.tsx';
import { OutboxSearch } from '#web/office/features/company/outbox/outboxSearch.ts';
import { listMails } from '#contract/company/outbox/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/correos/')({
  staticData: { title: 'Correos', module: 'administracion', help: 'primeros-pasos#correos' },
  validateSearch: OutboxSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listMails, deps),
  component: () => <OutboxPage search={Route.useSearch()} />,
});
