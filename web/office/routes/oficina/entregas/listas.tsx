import { createFileRoute } from '@tanstack/react-router';
import { listTemplates } from '#contract/care/handover/endpoints.ts';
import { TemplatesPage } from '#web/office/features/care/handover/TemplatesPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/entregas/listas')({
  staticData: {
    title: 'Listas y manuales de entrega',
    module: 'ventas',
    help: 'entrega-y-garantia#listas-y-manuales',
  },
  loader: ({ context }) => preload(context, listTemplates, {}),
  component: () => <TemplatesPage />,
});
