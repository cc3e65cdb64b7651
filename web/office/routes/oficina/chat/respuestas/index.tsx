import { createFileRoute } from '@tanstack/react-router';
import { ToolsPage } from '#web/office/features/care/inbox/ToolsPage.tsx';
import { ToolsSearch } from '#web/office/features/care/inbox/toolsSearch.ts';

export const Route = createFileRoute('/oficina/chat/respuestas/')({
  staticData: {
    title: 'Respuestas y plantillas',
    module: 'chat',
    help: 'chat#respuestas-rápidas-y-plantillas',
  },
  validateSearch: ToolsSearch,
  component: () => <ToolsPage search={Route.useSearch()} />,
});
