import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#web/office/features/company/settings/SettingsPage.tsx';

export const Route = createFileRoute('/oficina/configuracion/')({
  staticData: { title: 'Configuración', module: 'administracion', help: 'primeros-pasos#configuración' },
  component: SettingsPage,
});
