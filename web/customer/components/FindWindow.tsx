import { Dialog } from './Dialog.tsx';
import { FieldScope } from './Field.tsx';
import { FindPurchase } from './FindPurchase.tsx';
import styles from './CodeForm.module.css';

/** Finds the purchase in a dialog over the current page, so that typed data stays. */
export function FindWindow({ onDone }: { onDone: (found: boolean) => void }) {
  return (
    <Dialog title="Encuentra tu compra" open onHide={() => onDone(false)}>
      <div className={styles.content}>
        <p>
          Este navegador ya no tiene abierta tu compra. Lo que escribiste sigue aquí y se envía cuando entres
          otra vez.
        </p>
        <FieldScope value="otra-vez-">
          <FindPurchase onFound={() => onDone(true)} />
        </FieldScope>
      </div>
    </Dialog>
  );
}
