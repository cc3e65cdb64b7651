import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '#web/office/features/auth/SignInPage.tsx';

export const Route = createFileRoute('/ingresar/')({
  staticData: { title: 'Ingresar' },
  component: SignInPage,
});
