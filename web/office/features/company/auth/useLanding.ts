import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { takeLanding } from '#web/office/lib/routeMemory.ts';
import { sessionQuery } from '#web/office/lib/session.ts';

/** On the pages before sign-in: redirects a signed-in user to the second step or to the page that they wanted. */
export function useLanding(page: 'sign-in' | 'second-step'): void {
  const router = useRouter();
  const { data: user } = useQuery(sessionQuery);
  const next =
    user === undefined ? null : user === null ? 'sign-in' : user.two_factor ? 'second-step' : 'office';
  useEffect(() => {
    if (next === null || next === page) return;
    if (next === 'office') router.history.replace(takeLanding(user?.id));
    else
      void router.navigate({ to: next === 'sign-in' ? '/ingresar' : '/ingresar/verificar', replace: true });
  }, [next, page, router, user?.id]);
}
