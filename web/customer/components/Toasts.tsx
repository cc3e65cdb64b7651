import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import styles from './Toasts.module.css';

/** Spec §9. An error toast stays until it is dismissed (rulings.md 6). */
const SHOWN_MS = 2000;

interface Toast {
  id: number;
  text: string;
  tone: 'positive' | 'negative';
}

/** Short messages at the top: render `node` once; `show` adds a message, which disappears by itself. */
export function useToasts(): { node: ReactNode; show: (text: string, tone?: Toast['tone']) => void } {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const count = useRef(0);
  const hide = useCallback((id: number) => setToasts((shown) => shown.filter((one) => one.id !== id)), []);
  const show = useCallback(
    (text: string, tone: Toast['tone'] = 'positive') => {
      const id = ++count.current;
      setToasts((shown) => [...shown, { id, text, tone }]);
      if (tone === 'positive') setTimeout(() => hide(id), SHOWN_MS);
    },
    [hide],
  );
  const node = useMemo(
    () => (
      <output className={styles.place}>
        {toasts.map(({ id, text, tone }) => (
          <span key={id} className={`${styles.toast} ${styles[tone]}`}>
            {tone === 'positive' ? (
              <IconCircleCheck size={22} aria-hidden />
            ) : (
              <IconAlertTriangle size={22} aria-hidden />
            )}
            <span>{text}</span>
            {tone === 'negative' && (
              <button type="button" aria-label="Quitar este aviso" onClick={() => hide(id)}>
                <IconX size={22} aria-hidden />
              </button>
            )}
          </span>
        ))}
      </output>
    ),
    [toasts, hide],
  );
  return { node, show };
}
