import { createFileRoute } from '@tanstack/react-router';
import { SecondStepPage } from '#web/office/features/company/auth/SecondStepPage.tsx';

export const Route = createFileRoute('/ingresar/verificar')({
  staticData: { title: 'Segundo paso' },
  component: SecondStepPage,
});
