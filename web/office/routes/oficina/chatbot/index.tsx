import { createFileRoute } from '@tanstack/react-router';
import { getSource, listSources } from '#contract/care/chatbot/endpoints.ts';
import { ChatbotPage } from '#web/office/features/care/chatbot/ChatbotPage.tsx';
import { ChatbotSearch } from '#web/office/features/care/chatbot/chatbotSearch.ts';
import { preloadList, preloadOpen } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/chatbot/')({
  staticData: { title: 'Chatbot', module: 'chatbot', help: 'chatbot#entrenamiento' },
  validateSearch: ChatbotSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.ver === undefined) preloadList(context, listSources, deps);
    preloadOpen(context, getSource, deps.fuente);
  },
  component: () => <ChatbotPage search={Route.useSearch()} />,
});
