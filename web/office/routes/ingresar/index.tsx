import { createFileRoute } from '@tanstack/react-router';
import { leadToSetup } from '#web/office/features/company/auth/guards.ts';
import { SignInPage } from '#web/office/features/company/auth/SignInPage.tsx';

export const Route = createFileRoute('/ingresar/')({
  staticData: { title: 'Ingresar' },
  beforeLoad: ({ context }) => leadToSetup(context.queryClient),
  component: SignInPage,
});
