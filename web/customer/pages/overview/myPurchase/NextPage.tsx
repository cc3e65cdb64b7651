import { instantText } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { PageProps } from '#contract/page.ts';
import type { nextPage } from '#contract/overview/myPurchase/pages.ts';
import { ButtonLink } from '#web/customer/components/Button.tsx';
import { CodeForm } from '#web/customer/components/CodeForm.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { Asked } from '#web/customer/pages/sales/purchase/Asked.tsx';
import { PushOffer } from '#web/customer/pages/company/push/PushOffer.tsx';
import { OtherPurchases } from '#web/customer/pages/sales/purchase/OtherPurchases.tsx';
import { SaleHeader } from './SaleHeader.tsx';
import styles from './NextPage.module.css';

/** The next action, with its button. */
export function NextPage({ data }: PageProps<typeof nextPage>) {
  const { sale, next, received, reported, others } = data;
  const isDraft = sale.code === null;
  const ended = next.kind === 'terminada';
  // A stopped purchase shows no further steps.
  const goesOn = !ended && next.kind !== 'revisar_lote';
  return (
    <Layout
      phone={sale.sellerPhone}
      message={`Hola, es sobre mi compra ${sale.code ?? (sale.chosen ? sale.model.name : '')}`}
    >
      <div className={styles.page}>
        {received && goesOn && sale.code && (
          <Notice tone="positive" title={`Recibimos tu pre-contrato ${sale.code}`} announce="status">
            Guarda este número. Te avisamos de cada paso.
          </Notice>
        )}
        {reported !== null && <Reported reported={reported} code={sale.code} />}
        <SaleHeader sale={sale} />
        <section className={styles.next} aria-labelledby="siguiente">
          {!ended && (
            <p className={styles.over}>{next.kind === 'mi_compra' ? 'Vas bien' : 'Tu próximo paso'}</p>
          )}
          <h1 id="siguiente">{next.title}</h1>
          <p>{next.text}</p>
          {next.kind === 'confirmar' ? (
            <CodeForm
              saleId={sale.id}
              askLabel={next.button}
              sentText={data.codeSent}
              onDone={() => location.assign(`/clientes/siguiente/${sale.name}`)}
            />
          ) : (
            <ButtonLink href={next.href} wide>
              {next.button}
            </ButtonLink>
          )}
          {!isDraft && next.kind !== 'mi_compra' && !ended && (
            <ButtonLink look="quiet" href={`/clientes/mi-compra/${sale.name}`} wide>
              Ver toda mi compra
            </ButtonLink>
          )}
        </section>
        {!isDraft && goesOn && <PushOffer />}
        {data.asked && <Asked saleId={sale.id} asked={data.asked} />}
        <OtherPurchases others={others} />
        <p className={styles.link}>
          ¿Usas otro celular? Entra desde «Mi compra» con tu celular o tu cédula: te enviamos un código.
        </p>
      </div>
    </Layout>
  );
}

/** The receipt of a report: what was sent and when. Accounting gives the official receipt after it finds the money. */
function Reported({
  reported: { title, cents, at, reference, href },
  code,
}: {
  reported: NonNullable<PageProps<typeof nextPage>['data']['reported']>;
  code: string | null;
}) {
  return (
    <Notice tone="positive" title={`Recibimos tu comprobante por ${formatMoney(cents)}`} announce="status">
      <dl className={styles.receipt}>
        <div>
          <dt>Pago</dt>
          <dd>{title}</dd>
        </div>
        <div>
          <dt>Recibido</dt>
          <dd>{instantText(at)}</dd>
        </div>
        {reference && (
          <div>
            <dt>Transferencia</dt>
            <dd>{reference}</dd>
          </div>
        )}
        {code && (
          <div>
            <dt>Tu número</dt>
            <dd>{code}</dd>
          </div>
        )}
      </dl>
      Contabilidad lo está revisando y te avisamos cuando esté confirmado, con tu recibo. Si te equivocaste en
      el monto, todavía puedes <a href={href}>corregirlo</a>.
    </Notice>
  );
}
