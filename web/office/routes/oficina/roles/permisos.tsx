import { createFileRoute } from '@tanstack/react-router';
import { PermissionsPage } from '#web/office/features/company/roles/PermissionsPage.tsx';

export const Route = createFileRoute('/oficina/roles/permisos')({
  staticData: { title: 'Permisos', module: 'administracion', help: 'roles-y-menu#lo-que-el-sistema-cuida' },
  component: PermissionsPage,
});
