import { Anchor, type AnchorProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface PageLinkProps extends AnchorProps {
  /** Address within the office, whole: path, query and hash. */
  href: string;
  children: ReactNode;
}

/** A link to a page of ours by its address; opens in place unless a new tab is asked for. */
export function PageLink({ href, children, ...anchor }: PageLinkProps) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const go = (event: MouseEvent) => {
    if (!router || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    router.history.push(href);
  };
  return (
    <Anchor href={href} onClick={go} inherit {...anchor}>
      {children}
    </Anchor>
  );
}
