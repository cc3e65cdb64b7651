import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { GUIDED } from '#contract/overview/setup/model.ts';
import { GettingReadyPage } from '#web/office/features/overview/setup/GettingReadyPage.tsx';
import { setupProgress } from '#contract/overview/setup/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

const Search = z.object({
  paso: z
    .enum(['listo', ...GUIDED])
    .optional()
    .catch(undefined),
});

export const Route = createFileRoute('/oficina/puesta-en-marcha/')({
  staticData: {
    title: 'Puesta en marcha',
    module: 'administracion',
    help: 'primeros-pasos#preparar-la-empresa',
  },
  validateSearch: Search,
  loader: ({ context }) => preload(context, setupProgress),
  component: () => <GettingReadyPage {...Route.useSearch()} />,
});
