import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { MESSAGES } from '#contract/errors.ts';
import { mayOpenOption, optionOf } from '#contract/company/menu/menu.ts';
import { NoticesBell } from '#web/office/features/company/notifications/NoticesBell.tsx';
import { useHelp } from '#web/office/features/company/manual/useHelp.tsx';
import { ViewAsBanner } from '#web/office/features/company/auth/ViewAsBanner.tsx';
import { useViewAsDialog } from '#web/office/features/company/auth/ViewAsDialog.tsx';
import { HealthBanner } from './HealthBanner.tsx';
import { HelpItems } from './HelpItems.tsx';
import { SafeModeBanner } from './SafeModeBanner.tsx';
import { SearchButton } from '#web/office/features/overview/search/SearchButton.tsx';
import { Refusal } from '#web/office/lib/refusal.ts';
import { rememberExpired } from '#web/office/lib/routeMemory.ts';
import { useCrumbName } from '#web/office/lib/crumbs.ts';
import { noteRecent } from '#web/office/lib/recent.ts';
import { followChanges } from '#web/office/lib/live/changes.ts';
import { logout, recheckSession, sessionQuery, usePermissions, useUser } from '#web/office/lib/session.ts';
import { AppFrame } from '#web/office/ui/AppFrame.tsx';
import { ErrorPage } from '#web/office/ui/ErrorPage.tsx';
import { useKeySetting } from './useKeySetting.ts';
import { frameQuery, useStanding } from './useStanding.ts';
import { useCompany, useTints } from '#web/office/features/company/settings/useCompany.ts';
import { useOfficeMenu } from './useOfficeMenu.ts';

// Lazy, because the first paint does not need it. If it fails to load, the page works without it.
const OutboxButton = lazy(() =>
  import('./OutboxButton.tsx').then(
    (loaded) => ({ default: loaded.OutboxButton }),
    () => ({ default: () => null }),
  ),
);

/** The office's layout for signed-in users. */
export function OfficeLayout() {
  const client = useQueryClient();
  const router = useRouter();
  useStanding();
  const { data: user } = useQuery(sessionQuery);
  const signedIn = user && !user.two_factor;
  useKeySetting(signedIn ? user.id : undefined);
  const liveId = signedIn ? user.id : undefined;
  useEffect(() => {
    if (liveId === undefined) return;
    return followChanges(client, liveId, () => recheckSession(client));
  }, [client, liveId]);

  // The session ended while a page was open: sign in again and return to it. Asked again at each address, because a
  // navigation that was under way replaces this one.
  const { pathname } = useLocation();
  useEffect(() => {
    if (user === undefined || signedIn || pathname.startsWith('/ingresar')) return;
    rememberExpired();
    void router.navigate({ to: user ? '/ingresar/verificar' : '/ingresar' });
  }, [user, signedIn, router, pathname]);
  if (!signedIn) return null;

  const signOut = async () => {
    const asking = await import('./mayLeave.ts').catch(() => null);
    if (asking && !(await asking.mayLeave(user))) return;
    await logout(client);
    await router.navigate({ to: '/ingresar' });
  };
  return (
    <SignedIn
      user={{ name: user.name, role: user.roles.map((role) => role.display_name).join(', ') }}
      onSignOut={() => void signOut()}
    />
  );
}

interface SignedInProps {
  user: { name: string; role: string };
  onSignOut: () => void;
}

function SignedIn({ user, onSignOut }: SignedInProps) {
  const menu = useOfficeMenu();
  const { company, logo, stylesheet } = useCompany();
  useTints(stylesheet);
  const { data: frame } = useQuery(frameQuery);
  const looking = frame?.data.view_as ?? null;
  const viewAs = useViewAsDialog();
  const help = useHelp();
  const news = frame?.data.unread_news ?? 0;
  return (
    <AppFrame
      company={{ name: company, logo }}
      menu={menu}
      user={user}
      onSignOut={onSignOut}
      onViewAs={viewAs && !looking ? viewAs.open : null}
      tools={
        <>
          <SearchButton menu={menu} />
          <Suspense>
            <OutboxButton />
          </Suspense>
          <NoticesBell />
          {help.button}
        </>
      }
      beside={help.pane}
      onCloseBeside={help.close}
      userItems={<HelpItems onHelp={help.toggle} news={news} />}
      userMark={news > 0}
      banner={
        <>
          {frame?.data.safe_mode && <SafeModeBanner takenAt={frame.data.safe_mode.taken_at} />}
          {frame && <HealthBanner unhealthy={frame.data.unhealthy} />}
          {looking && <ViewAsBanner viewAs={looking} />}
        </>
      }
    >
      <OpenPage />
      {viewAs?.dialog}
    </AppFrame>
  );
}

const FORBIDDEN = new Refusal(403, { message: MESSAGES.FORBIDDEN, code: 'FORBIDDEN', request_id: '' });

/** The page of one record: its address ends with an id. */
const RECORD = /^\/oficina\/[a-z-]+\/\d+$/;

/** Notes the record that is open, once its name is known. */
function useRecent(pathname: string): void {
  const { id } = useUser();
  const title = useCrumbName();
  useEffect(() => {
    if (title && RECORD.test(pathname)) noteRecent(id, { href: pathname, title });
  }, [id, pathname, title]);
}

/** The current page, or an error if the user lost the permission for it. */
function OpenPage() {
  const { pathname } = useLocation();
  const granted = usePermissions();
  useRecent(pathname);
  const option = optionOf(pathname);
  if (option && !mayOpenOption(option, granted)) return <ErrorPage error={FORBIDDEN} onRetry={null} />;
  return <Outlet />;
}
