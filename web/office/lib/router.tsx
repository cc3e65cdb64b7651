import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { NotFound, RouteError } from '../ui/ErrorPage.tsx';
import { PendingPage } from '../ui/PendingPage.tsx';
import { toast } from '../ui/toast.tsx';
import { officeMenu } from '#contract/company/menu/menuEndpoints.ts';
import { setCallHooks } from './call.ts';
import { askForProof } from './proof.ts';
import { keyOf } from './query.ts';
import { queryClient } from './queryClient.ts';
import { breadcrumb } from './report.ts';
import { notePlace } from './cameFrom.ts';
import { rememberRoute, type RememberedRoute } from './routeMemory.ts';
import { recheckSession } from './session.ts';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // The query cache decides what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: PendingPage,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: RouteError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** The open page, in the format of the route memory (spec §2.9). */
export function openRoute(): RememberedRoute {
  const { location, matches } = router.state;
  const match = matches.at(-1);
  return {
    name: match?.routeId ?? '',
    meta: match ? { ...match.staticData } : {},
    path: location.pathname,
    hash: location.hash,
    query: { ...location.search },
    params: { ...match?.params },
    fullPath: location.href,
  };
}

router.subscribe('onResolved', ({ toLocation }) => {
  breadcrumb(`página ${toLocation.pathname}`);
  notePlace({
    path: toLocation.pathname,
    module: router.state.matches.findLast((match) => match.staticData.module)?.staticData.module,
  });
  if (toLocation.pathname.startsWith('/oficina')) rememberRoute(openRoute());
});

setCallHooks({
  // The guard of the frame then redirects to /ingresar.
  signedOut: () => recheckSession(queryClient),
  secondStep: () => {
    if (!router.state.location.pathname.startsWith('/ingresar'))
      void router.navigate({ to: '/ingresar/verificar' });
  },
  forbidden: () => {
    recheckSession(queryClient);
    void queryClient.invalidateQueries({ queryKey: keyOf(officeMenu) });
  },
  prove: askForProof,
  fault: (refusal) => toast.error(refusal, 'fault'),
});
