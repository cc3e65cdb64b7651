import { createFileRoute } from '@tanstack/react-router';
import { getEnvelope, listEnvelopes } from '#contract/legal/envelopes/endpoints.ts';
import { EnvelopesPage } from '#web/office/features/legal/envelopes/EnvelopesPage.tsx';
import { EnvelopesSearch } from '#web/office/features/legal/envelopes/envelopesSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/firmas/')({
  staticData: { title: 'Firmas', module: 'legal', help: 'firmas#la-lista-de-firmas' },
  validateSearch: EnvelopesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    preloadList(context, listEnvelopes, deps);
    preloadOpen(context, getEnvelope, deps.sobre);
  },
  component: () => <EnvelopesPage search={Route.useSearch()} />,
});
