import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { SwitchUserPage } from '#web/office/features/company/auth/SwitchUserPage.tsx';
import { officeAddress } from '#web/office/lib/routeMemory.ts';

export const Route = createFileRoute('/ingresar/cambiar')({
  staticData: { title: 'Cambiar de usuario' },
  validateSearch: z.object({ volver: z.string().optional().catch(undefined) }),
  component: () => <SwitchUserPage back={officeAddress(Route.useSearch().volver)} />,
});
