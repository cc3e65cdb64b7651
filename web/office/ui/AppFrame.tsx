import { ActionIcon, AppShell, Burger, Drawer, Group, Tooltip } from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './AppFrame.module.css';
import { Breadcrumb } from './frame/Breadcrumb.tsx';
import { Mark } from './frame/Mark.tsx';
import { MenuTree } from './frame/MenuTree.tsx';
import { ProgressBar } from './frame/ProgressBar.tsx';
import { RefusedBanner } from './frame/RefusedBanner.tsx';
import { ThemeSwitch } from './frame/ThemeSwitch.tsx';
import { UserMenu } from './frame/UserMenu.tsx';
import type { MenuGroup } from './menu.ts';

interface AppFrameProps {
  company: { name: string; logo: string | null };
  /** The menu as data: only the pages that the user may open. */
  menu: readonly MenuGroup[];
  user: { name: string; role: string };
  onSignOut: () => void;
  children: ReactNode;
  /** Opens "ver como"; null if the user may not use it or uses it already. */
  onViewAs: (() => void) | null;
  /** Shown above every page: a warning that must stay visible. */
  banner: ReactNode;
  /** More items of the top bar: search, notifications. */
  tools?: ReactNode;
  /** What is open beside the page: at its side on a wide screen, over it on a small one. */
  beside: ReactNode;
  onCloseBeside: () => void;
  /** More items of the user's own menu. */
  userItems: ReactNode;
  /** Something in the user's own menu is new. */
  userMark: boolean;
}

/** The frame of every office page: top bar, menu and content. */
export function AppFrame({
  company,
  menu,
  user,
  onSignOut,
  onViewAs,
  banner,
  children,
  tools,
  beside,
  onCloseBeside,
  userItems,
  userMark,
}: AppFrameProps) {
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [drawer, { toggle, close }] = useDisclosure(false);
  const [folded, setFolded] = useLocalStorage({
    key: 'llave-menu-plegado',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: folded ? 64 : 240, breakpoint: 'md', collapsed: { mobile: !drawer } }}
      aside={{ width: 400, breakpoint: 'lg', collapsed: { desktop: !beside, mobile: true } }}
      padding={0}
      transitionDuration={0}
    >
      <a className={styles.skip} href="#contenido">
        Ir al contenido
      </a>
      <ProgressBar />
      <AppShell.Header className={styles.header}>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Burger
            opened={drawer}
            onClick={toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={drawer ? 'Cerrar el menú' : 'Abrir el menú'}
            aria-expanded={drawer}
          />
          <Mark {...company} />
          <Breadcrumb menu={menu} />
        </Group>
        <Group gap={4} wrap="nowrap">
          {tools}
          <ThemeSwitch />
          <UserMenu user={user} onViewAs={onViewAs} onSignOut={onSignOut} items={userItems} mark={userMark} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={styles.navbar} aria-label="Menú principal">
        <MenuTree menu={menu} folded={folded && !drawer} onNavigate={close} />
        <Tooltip label={folded ? 'Desplegar el menú' : 'Plegar el menú'} position="right">
          <ActionIcon
            visibleFrom="md"
            variant="subtle"
            color="gray"
            size="lg"
            m="xs"
            aria-label={folded ? 'Desplegar el menú' : 'Plegar el menú'}
            onClick={() => setFolded(!folded)}
          >
            {folded ? <IconLayoutSidebarLeftExpand size={20} /> : <IconLayoutSidebarLeftCollapse size={20} />}
          </ActionIcon>
        </Tooltip>
      </AppShell.Navbar>
      <AppShell.Main id="contenido" className={styles.main} tabIndex={-1}>
        {banner}
        <RefusedBanner />
        {children}
      </AppShell.Main>
      {wide && beside && (
        <AppShell.Aside className={styles.aside} aria-label="Ayuda">
          {beside}
        </AppShell.Aside>
      )}
      {!wide && (
        <Drawer.Root opened={Boolean(beside)} onClose={onCloseBeside} position="right" size="md">
          <Drawer.Overlay />
          <Drawer.Content aria-label="Ayuda">
            <Drawer.Body p={0}>{beside}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </AppShell>
  );
}
