import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface Props {
  title: string;
  open: boolean;
  /** Told when it has closed, by the button, the key Esc, or a press outside. */
  onHide: () => void;
  /** 'media' fills the window with pictures and frames; 'text' is for words and forms. */
  size?: 'text' | 'media';
  /** False: what is in it has its own way out. */
  closeButton?: boolean;
  children: ReactNode;
}

/**
 * A window over the page, on the browser's own <dialog>: it holds the focus and gives it back. What is in it is
 * made when it first opens, so that frames and videos load only then, and stays while it is hidden.
 */
export function Dialog({ title, open, onHide, size = 'text', closeButton = true, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);

  useEffect(() => {
    const element = dialog.current!;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  function closeFromOutside({ target }: MouseEvent) {
    // The inside covers the whole dialog: only a press on the backdrop has the dialog itself as its target.
    if (target === dialog.current) dialog.current?.close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Esc closes it
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      onClose={onHide}
      onClick={closeFromOutside}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {closeButton && (
            <button
              type="button"
              className={styles.close}
              aria-label="Cerrar"
              onClick={() => dialog.current?.close()}
            >
              <IconX size={24} aria-hidden />
            </button>
          )}
        </header>
        <div className={styles.body}>{opened && children}</div>
      </div>
    </dialog>
  );
}
