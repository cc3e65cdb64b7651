import { Dialog } from '#web/customer/components/Dialog.tsx';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { isMobile, reachUrl } from '#contract/phone.ts';
import { usePrecontract } from './usePrecontract.ts';
import styles from './PhoneDialog.module.css';

/** The answer of the phone check (spec §2.1). One of its close buttons opens a chat with the returned number. */
export function PhoneDialog() {
  const { phoneAnswer, hidePhoneAnswer } = usePrecontract();
  if (!phoneAnswer) return null;
  const { mensaje, celular } = phoneAnswer;
  return (
    <Dialog title="Cambiaste tu celular" open onHide={hidePhoneAnswer} closeButton={false}>
      <p>{mensaje}</p>
      <div className={styles.buttons}>
        {celular && (
          <ButtonLink href={reachUrl(celular)} target="_blank" rel="noopener" wide onClick={hidePhoneAnswer}>
            {isMobile(celular) ? 'Cerrar y abrir el chat' : 'Cerrar y llamar'}
          </ButtonLink>
        )}
        <Button look="secondary" wide onClick={hidePhoneAnswer}>
          Seguir con el formulario
        </Button>
      </div>
    </Dialog>
  );
}
