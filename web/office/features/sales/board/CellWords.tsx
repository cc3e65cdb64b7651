import { Portal } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import styles from './board.module.css';

interface Shown {
  text: string;
  top: number;
  left: number;
}

const GAP = 6;
/** Half of the words' greatest width, so that they stay inside the window. */
const HALF = 130;

/**
 * Shows a cell in words while the pointer or the focus is on it; Escape hides them. One element serves all cells: with
 * 200 rows, a tooltip per cell would be 2,400 of them.
 */
export function CellWords({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const look = ({ target }: SyntheticEvent) => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-words]');
    if (!cell) return setShown(null);
    const { bottom, left, width } = cell.getBoundingClientRect();
    const middle = Math.max(HALF, Math.min(window.innerWidth - HALF, left + width / 2));
    return setShown({ text: cell.dataset['words'] ?? '', top: bottom + GAP, left: middle });
  };
  const hide = () => setShown(null);
  return (
    // Only shows what each button says; the buttons themselves are the controls.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onMouseOver={look}
      onMouseLeave={hide}
      onFocus={look}
      onBlur={hide}
      onScrollCapture={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
      }}
    >
      {children}
      {shown && (
        <Portal>
          <div className={styles.hint} style={{ top: shown.top, left: shown.left }} aria-hidden>
            {shown.text}
          </div>
        </Portal>
      )}
    </div>
  );
}
