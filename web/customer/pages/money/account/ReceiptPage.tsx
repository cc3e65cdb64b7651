import { dayText } from '#contract/dates.ts';
import type { receiptPage } from '#contract/money/account/pages.ts';
import type { PageProps } from '#contract/page.ts';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { useSite } from '#web/customer/PageFrame.tsx';
import styles from './ReceiptPage.module.css';

/** Whether a receipt is real and still counts, for whoever holds it. */
export function ReceiptPage({ data }: PageProps<typeof receiptPage>) {
  const { number, centavos, day, project, state, reversed_on } = data;
  const { company } = useSite();
  return (
    <Layout message={`Hola, es sobre el recibo ${number}`}>
      <article className={styles.page}>
        <h1>Recibo {number}</h1>
        {state === 'valido' ? (
          <Notice tone="positive" title="Este recibo es válido.">
            {company} recibió este dinero.
          </Notice>
        ) : state === 'reversado' ? (
          <Notice tone="negative" title="Este recibo ya no vale.">
            Se reversó el {dayText(reversed_on ?? day)}.
          </Notice>
        ) : (
          <Notice tone="attention" title="Este recibo ya no cuenta.">
            {company} recibió este dinero. La compra terminó y su devolución ya se pagó.
          </Notice>
        )}
        <dl className={styles.facts}>
          <div>
            <dt>Monto</dt>
            <dd>
              <Money cents={centavos} large />
            </dd>
          </div>
          <div>
            <dt>Fecha</dt>
            <dd>{dayText(day)}</dd>
          </div>
          <div>
            <dt>Proyecto</dt>
            <dd>{project}</dd>
          </div>
        </dl>
        <p className={styles.note}>
          Compara el número, el monto y la fecha con el recibo que tienes. Esta página no muestra a quién
          pertenece.
        </p>
      </article>
    </Layout>
  );
}
