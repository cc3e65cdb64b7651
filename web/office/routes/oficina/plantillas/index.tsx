import { createFileRoute } from '@tanstack/react-router';
import { TemplatesPage } from '#web/office/features/company/templates/TemplatesPage.tsx';

export const Route = createFileRoute('/oficina/plantillas/')({
  staticData: { title: 'Plantillas', module: 'administracion' },
  component: TemplatesPage,
});
