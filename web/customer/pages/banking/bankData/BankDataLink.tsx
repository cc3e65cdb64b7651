import { ButtonLink } from '#web/customer/components/Button.tsx';
import styles from '#web/customer/components/Spaced.module.css';

/** A link from "mi compra" to the bank data form. */
export function BankDataLink({ sale, sent }: { sale: string; sent: boolean }) {
  return (
    <section className={styles.spaced} aria-labelledby="datos-banco">
      <h2 id="datos-banco">Datos para el banco</h2>
      <p>
        {sent
          ? 'Ya los enviaste. Si algo cambió, corrígelo y envíalos de nuevo.'
          : 'Llénalos una vez: sirven para la solicitud de todos los bancos.'}
      </p>
      <p>
        <ButtonLink look="secondary" href={`/tramites/${sale}/datos-bancarios`}>
          {sent ? 'Ver mis datos' : 'Llenar mis datos'}
        </ButtonLink>
      </p>
    </section>
  );
}
