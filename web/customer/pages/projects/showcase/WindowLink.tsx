import type { MouseEvent, ReactNode } from 'react';
import styles from './WindowLink.module.css';

/** Opens a dialog. Before hydration it is a plain link to the same content. */
export function WindowLink({
  href,
  onOpen,
  children,
}: {
  href: string;
  onOpen: () => void;
  children: ReactNode;
}) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <a className={styles.link} href={href} aria-haspopup="dialog" onClick={open}>
      {children}
    </a>
  );
}
