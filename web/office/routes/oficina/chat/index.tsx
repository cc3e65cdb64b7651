import { createFileRoute } from '@tanstack/react-router';
import { listConversations } from '#contract/care/chat/endpoints.ts';
import { ChatPage } from '#web/office/features/care/chat/ChatPage.tsx';
import { ChatSearch, roomsAsked } from '#web/office/features/care/chat/chatSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';

export const Route = createFileRoute('/oficina/chat/')({
  staticData: { title: 'Chat', module: 'chat', help: 'chat' },
  validateSearch: ChatSearch,
  loaderDeps: ({ search }) => roomsAsked(search),
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(queryOf(listConversations, { query: deps })),
  component: () => <ChatPage search={Route.useSearch()} />,
});
