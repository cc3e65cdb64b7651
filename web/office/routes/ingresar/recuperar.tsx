import { createFileRoute } from '@tanstack/react-router';
import { RecoverPage } from '#web/office/features/auth/RecoverPage.tsx';

export const Route = createFileRoute('/ingresar/recuperar')({
  staticData: { title: 'Recuperar contraseña' },
  component: RecoverPage,
});
