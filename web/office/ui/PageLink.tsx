import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter, type AnyRouter, type RegisteredRouter, type ToOptions } from '@tanstack/react-router';
import { useRef, type MouseEvent, type ReactNode } from 'react';

/** A page of the office with its parameters. `linkOptions({ to, params, search })` checks it against the routes. */
export type PageTarget = Pick<ToOptions, 'to' | 'params' | 'search' | 'hash'>;

type Rest = AnchorProps & { children: ReactNode; 'aria-label'?: string };

/** Hover time in ms before the page is preloaded. */
const REST_MS = 50;

/** The URL of a page. */
export const addressOf = (router: AnyRouter | undefined, target: PageTarget | { href: string }): string =>
  router
    ? router.buildLocation(target as never).href
    : 'href' in target
      ? target.href
      : String(target.to).replace(/\$(\w+)/g, (_, name: string) => String((target.params as never)?.[name]));

/**
 * A link to a page of the office: by a type-checked route, or by a URL from the server. Navigates in the same tab
 * unless the user asks for a new one, and preloads the page on hover or focus.
 */
export function PageLink(props: Rest & { href: string }): ReactNode;
export function PageLink<const To extends string | undefined>(
  props: Rest & ToOptions<RegisteredRouter, string, To>,
): ReactNode;
export function PageLink({
  to,
  params,
  search,
  hash,
  href,
  children,
  ...anchor
}: Rest & PageTarget & { href?: string }): ReactNode {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const target = href === undefined ? ({ to, params, search, hash } as PageTarget) : { href };
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = () => void router?.preloadRoute(target as never).catch(() => undefined);
  const go = (event: MouseEvent) => {
    if (!router || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void router.navigate(target as never);
  };
  return (
    <Anchor
      href={addressOf(router, target)}
      onClick={go}
      onMouseEnter={() => {
        resting.current = setTimeout(ask, REST_MS);
      }}
      onMouseLeave={() => clearTimeout(resting.current)}
      onFocus={ask}
      inherit
      {...anchor}
    >
      {children}
    </Anchor>
  );
}
