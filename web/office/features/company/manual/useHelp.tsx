import { ActionIcon, Tooltip } from '@mantine/core';
import { useLocation, useMatches, useMatchRoute } from '@tanstack/react-router';
import { IconHelp } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The part of the manual that explains the page: `pagos#rechazar`. Every page of the office has one. */
    help?: string;
  }
}

const ManualPane = lazy(() =>
  import('./ManualPane.tsx').then(
    (loaded) => ({ default: loaded.ManualPane }),
    () => ({ default: () => <></> }),
  ),
);

interface Help {
  /** Opens and closes the manual; null on the manual's own pages. */
  toggle: (() => void) | null;
  button: ReactNode;
  /** The open manual, for the side of the frame; null while closed. */
  pane: ReactNode;
  close: () => void;
}

/** The manual beside the page it explains. It follows the page, until one reads on in it. */
export function useHelp(): Help {
  const { pathname } = useLocation();
  const page = useMatches().findLast((match) => match.staticData.help)?.staticData.help ?? 'primeros-pasos';
  const [open, setOpen] = useState(false);
  const [read, setRead] = useState<{ pathname: string; at: string } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const inManual = Boolean(useMatchRoute()({ to: '/oficina/manual', fuzzy: true }));
  const shown = open && !inManual;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const toggle = () => {
    setRead(null);
    setOpen(!open);
  };
  return {
    toggle: inManual ? null : toggle,
    close,
    button: !inManual && (
      <Tooltip label="Ayuda de esta página">
        <ActionIcon
          ref={button}
          variant={shown ? 'light' : 'subtle'}
          color={shown ? 'brand' : 'gray'}
          size="lg"
          aria-label="Ayuda de esta página"
          aria-expanded={shown}
          visibleFrom="sm"
          onClick={toggle}
        >
          <IconHelp size={20} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    ),
    pane: shown && (
      <Suspense>
        <ManualPane
          at={read?.pathname === pathname ? read.at : page}
          onGo={(at) => setRead({ pathname, at })}
          onClose={close}
        />
      </Suspense>
    ),
  };
}
