import { createFileRoute } from '@tanstack/react-router';
import { PermissionsPage } from '#web/office/features/company/roles/PermissionsPage.tsx';

export const Route = createFileRoute('/oficina/roles/permisos')({
  staticData: { title: 'Permisos', module: 'administracion' },
  component: PermissionsPage,
});
