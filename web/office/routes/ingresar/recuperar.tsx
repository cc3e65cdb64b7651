import { createFileRoute } from '@tanstack/react-router';
import { RecoverPage } from '#web/office/features/company/auth/RecoverPage.tsx';

export const Route = createFileRoute('/ingresar/recuperar')({
  staticData: { title: 'Recuperar contraseña' },
  component: RecoverPage,
});
