import { createFileRoute } from '@tanstack/react-router';
import { MenuPage } from '#web/office/features/company/menu/MenuPage.tsx';
import { menuArrangement } from '#contract/company/menu/menuEndpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/menu/')({
  staticData: { title: 'Módulos y menú', module: 'administracion', help: 'roles-y-menu#módulos-y-menú' },
  loader: ({ context }) => preload(context, menuArrangement),
  component: MenuPage,
});
