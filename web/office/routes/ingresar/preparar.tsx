import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '#web/office/features/overview/setup/SetupPage.tsx';

export const Route = createFileRoute('/ingresar/preparar')({
  staticData: { title: 'Preparar la empresa' },
  component: SetupPage,
});
