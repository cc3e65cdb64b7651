import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '#web/office/features/company/auth/ProfilePage.tsx';

export const Route = createFileRoute('/oficina/perfil')({
  staticData: { title: 'Perfil y seguridad', help: 'primeros-pasos#el-segundo-paso' },
  component: ProfilePage,
});
