import { CodeForm } from './CodeForm.tsx';
import styles from './CodeForm.module.css';
import { Dialog } from './Dialog.tsx';

interface Props {
  saleId: number;
  open: boolean;
  /** The reason for the code. */
  why: string;
  /** The code was correct: the refused action can be repeated, for 30 minutes. */
  onDone: () => void;
  onHide: () => void;
}

/** A dialog that asks for a one-time code (rulings.md 11). */
export const CodeDialog = ({ saleId, open, why, onDone, onHide }: Props) => (
  <Dialog title="Confirma que eres tú" open={open} onHide={onHide}>
    <div className={styles.content}>
      <p>{why}</p>
      <CodeForm saleId={saleId} onDone={onDone} />
    </div>
  </Dialog>
);
