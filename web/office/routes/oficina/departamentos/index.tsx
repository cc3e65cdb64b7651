import { createFileRoute } from '@tanstack/react-router';
import { listTeams } from '#contract/care/tickets/endpoints.ts';
import { TeamsPage } from '#web/office/features/care/tickets/TeamsPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/departamentos/')({
  staticData: { title: 'Departamentos', module: 'tickets', help: 'tickets#departamentos' },
  loader: ({ context }) => preload(context, listTeams, {}),
  component: TeamsPage,
});
