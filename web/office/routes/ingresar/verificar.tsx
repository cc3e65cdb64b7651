import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SecondStepPage } from '#web/office/features/auth/SecondStepPage.tsx';

export const Route = createFileRoute('/ingresar/verificar')({
  staticData: { title: 'Segundo paso' },
  validateSearch: z.object({ recordar: z.boolean().optional().catch(undefined) }),
  component: () => <SecondStepPage remember={Route.useSearch().recordar ?? false} />,
});
