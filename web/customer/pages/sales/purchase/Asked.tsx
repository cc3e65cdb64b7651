import type { Asked as AskedForm } from '#contract/sales/purchase/asked.ts';
import { PermitForms } from './PermitForms.tsx';
import styles from '#web/customer/components/Spaced.module.css';

/**
 * A form that came without consents: shows only what it contains, and asks for the consents before the data is
 * purged.
 */
export function Asked({ saleId, asked }: { saleId: number; asked: AskedForm }) {
  return (
    <section id="permisos" className={styles.spaced} aria-labelledby="enviado">
      <h2 id="enviado">Lo que nos enviaste</h2>
      <dl>
        {asked.sent.map(({ label, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- never reordered
          <div key={at}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        Para seguir necesitamos tu permiso. Sin él, borramos estos datos {asked.hours} horas después de tu
        envío.
      </p>
      <PermitForms saleId={saleId} permits={asked.consents} />
    </section>
  );
}
