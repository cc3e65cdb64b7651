import { createFileRoute } from '@tanstack/react-router';
import { findRepeatedDefects } from '#contract/care/warranty/endpoints.ts';
import { RepeatsPage } from '#web/office/features/care/warranty/RepeatsPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/defectos-repetidos/')({
  staticData: {
    title: 'Defectos repetidos',
    module: 'contratos',
    help: 'entrega-y-garantia#defectos-repetidos',
  },
  loader: ({ context }) => preload(context, findRepeatedDefects, {}),
  component: () => <RepeatsPage />,
});
