import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface Props {
  title: string;
  open: boolean;
  /** Called after it closed: by the button, by Esc, or by a click outside. */
  onHide: () => void;
  /** 'full' is the whole screen; 'media' is large, for pictures and frames; 'text' is for text and forms. */
  size?: 'text' | 'media' | 'full';
  /** False: the content has its own close button. */
  closeButton?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog on the native <dialog>, which traps and restores the focus. The content is mounted when it first
 * opens, so that frames and videos load only then, and stays mounted while the dialog is closed.
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
    // The content covers the whole dialog, so only a click on the backdrop has the <dialog> as its target.
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
