import { createFileRoute } from '@tanstack/react-router';
import { TemplatePage } from '#web/office/features/company/templates/TemplatePage.tsx';
import { getTemplate } from '#contract/company/templates/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/plantillas/$kind')({
  staticData: { title: 'Plantilla', module: 'administracion', help: 'primeros-pasos#plantillas' },
  loader: ({ context, params }) => preload(context, getTemplate, { params }),
  component: () => <TemplatePage kind={Route.useParams().kind} />,
});
