import { CodeForm } from './CodeForm.tsx';
import styles from './CodeForm.module.css';
import { Dialog } from './Dialog.tsx';

interface Props {
  saleId: number;
  open: boolean;
  /** Why a code is asked for here. */
  why: string;
  /** The code was right: what was asked for may be tried again, for 30 minutes. */
  onDone: () => void;
  onHide: () => void;
}

/** A one-time code in a window over the page that asks for it (rulings.md 11). */
export const CodeDialog = ({ saleId, open, why, onDone, onHide }: Props) => (
  <Dialog title="Confirma que eres tú" open={open} onHide={onHide}>
    <div className={styles.content}>
      <p>{why}</p>
      <CodeForm saleId={saleId} onDone={onDone} />
    </div>
  </Dialog>
);
