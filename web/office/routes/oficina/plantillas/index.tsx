import { createFileRoute } from '@tanstack/react-router';
import { TemplatesPage } from '#web/office/features/company/templates/TemplatesPage.tsx';
import { listTemplates } from '#contract/company/templates/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/plantillas/')({
  staticData: { title: 'Plantillas', module: 'administracion', help: 'primeros-pasos#plantillas' },
  loader: ({ context }) => preload(context, listTemplates),
  component: TemplatesPage,
});
