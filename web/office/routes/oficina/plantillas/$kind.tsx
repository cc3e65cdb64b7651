import { createFileRoute } from '@tanstack/react-router';
import { TemplatePage } from '#web/office/features/company/templates/TemplatePage.tsx';

export const Route = createFileRoute('/oficina/plantillas/$kind')({
  staticData: { title: 'Plantilla', module: 'administracion' },
  component: () => <TemplatePage kind={Route.useParams().kind} />,
});
