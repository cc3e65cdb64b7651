import { createFileRoute } from '@tanstack/react-router';
import { MenuPage } from '#web/office/features/company/menu/MenuPage.tsx';

export const Route = createFileRoute('/oficina/menu/')({
  staticData: { title: 'Módulos y menú', module: 'administracion' },
  component: MenuPage,
});
