import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberExpired } from '#web/office/lib/routeMemory.ts';
import { logout, sessionQuery } from '#web/office/lib/session.ts';
import { AppFrame } from '#web/office/ui/AppFrame.tsx';
import { useOfficeMenu } from './useOfficeMenu.ts';

/** The frame around the office's pages, for as long as somebody is signed in. */
export function OfficeLayout() {
  const client = useQueryClient();
  const router = useRouter();
  const { data: user } = useQuery(sessionQuery);
  const menu = useOfficeMenu();
  const signedIn = user && !user.two_factor;

  // The session ended while a page was open: sign in again and come back to it.
  useEffect(() => {
    if (user === undefined || signedIn) return;
    rememberExpired();
    void router.navigate({ to: user ? '/ingresar/verificar' : '/ingresar' });
  }, [user, signedIn, router]);
  if (!signedIn) return null;

  const signOut = async () => {
    await logout(client);
    await router.navigate({ to: '/ingresar' });
  };
  return (
    <AppFrame
      menu={menu}
      user={{ name: user.name, role: user.roles.map((role) => role.display_name).join(', ') }}
      onSignOut={() => void signOut()}
    >
      <Outlet />
    </AppFrame>
  );
}
