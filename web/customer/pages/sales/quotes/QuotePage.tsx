import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { dayText, monthText } from '#contract/dates.ts';
import type { PageProps } from '#contract/page.ts';
import { LOT_TAKEN } from '#contract/sales/claims/claims.ts';
import type { buyQuoted } from '#contract/sales/purchase/endpoints.ts';
import type { acceptQuote } from '#contract/sales/quotes/endpoints.ts';
import type { quotePage } from '#contract/sales/quotes/pages.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { Layout } from '#web/customer/components/Layout.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { Amounts } from './Amounts.tsx';
import { LoanTable } from './LoanTable.tsx';
import styles from './QuotePage.module.css';

const PARTS = {
  separacion: 'Separación',
  abono: 'Resto del abono',
  cuota: 'Cuota',
  hipoteca: 'Lo financia el banco',
  saldo: 'Saldo contra entrega',
} as const;

type Data = PageProps<typeof quotePage>['data'];

/** A quote for its buyer: price, payment plan and installment, with a button to accept it. */
export function QuotePage({ data }: PageProps<typeof quotePage>) {
  const { code, result, model, project, lot, adviser, token } = data;
  return (
    <Layout phone={adviser?.phone ?? null} message={`Hola, es sobre mi proforma ${code}`}>
      <div className={styles.page}>
        <header className={styles.head}>
          <p className={styles.over}>
            Proforma <span className={styles.whole}>{code}</span>
            {data.number > 1 && ` · versión ${data.number}`} ·{' '}
            <span className={styles.whole}>{dayText(data.date)}</span>
          </p>
          <h1>
            {model.name}, {lot ? `lote ${lot}` : 'lote por elegir'}
          </h1>
          <p className={styles.place}>
            {project} · {data.place}
          </p>
          <p className={styles.place}>
            {model.bedrooms} {model.bedrooms === 1 ? 'recámara' : 'recámaras'} · {model.bathrooms}{' '}
            {model.bathrooms === 1 ? 'baño' : 'baños'} · {model.area_m2} m²
            {data.delivery_month && ` · Entrega ${monthText(data.delivery_month)}`}
          </p>
          <p>
            Preparada para <strong>{data.customer}</strong>
            {adviser && ` por ${adviser.name}`}. Vale hasta el{' '}
            <strong className={styles.whole}>{dayText(data.valid_until)}</strong>.
          </p>
        </header>
        <dl className={styles.big}>
          <div>
            <dt>Precio</dt>
            <dd>
              <Money cents={result.price_centavos} large />
            </dd>
          </div>
          {result.monthly_centavos !== null && (
            <div>
              <dt>Letra mensual{result.loan?.with ? ', con subsidio' : ''}</dt>
              <dd>
                <Money cents={result.monthly_centavos} large />
              </dd>
            </div>
          )}
          <div>
            <dt>Abono</dt>
            <dd>
              <Money cents={result.down_centavos} large />
            </dd>
          </div>
        </dl>
        {data.changes.length > 0 && (
          <Notice title="Qué cambió desde la anterior">
            <ul className={styles.list}>
              {data.changes.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Details data={data} />
        <Accept data={data} />
        <p className={styles.save}>
          <ButtonLink look="secondary" href={`/proforma/${token}/pdf`} target="_blank" rel="noopener" wide>
            <IconDownload size={20} aria-hidden /> Abrir en PDF
          </ButtonLink>
        </p>
        <p className={styles.fine}>
          Es un cálculo de referencia: el banco confirma tasa, plazo y letra según tus ingresos. No incluye
          los seguros de vida e incendio.
        </p>
      </div>
    </Layout>
  );
}

function Details({ data }: { data: Data }) {
  const { result } = data;
  const mine = result.costs.filter(({ payer }) => payer === 'comprador');
  const sellers = result.costs.filter(({ payer, centavos }) => payer === 'promotora' && centavos > 0);
  return (
    <>
      <Amounts
        title="De dónde sale el precio"
        lines={[
          { label: `Modelo ${data.model.name}`, cents: data.model_centavos },
          ...(data.lot && data.lot_premium_centavos > 0
            ? [{ label: `Recargo del lote ${data.lot}`, cents: data.lot_premium_centavos }]
            : []),
          ...data.extras.map(({ nombre, centavos }) => ({ label: nombre, cents: centavos })),
          ...(result.discount_centavos > 0 ? [{ label: 'Descuento', cents: -result.discount_centavos }] : []),
        ]}
        total={{ label: 'Precio', cents: result.price_centavos }}
      />
      <Amounts
        title="Cómo se paga"
        lines={result.parts.map(({ kind, number, due_on, centavos }) => ({
          label: number === null ? PARTS[kind] : `${PARTS[kind]} ${number}`,
          note: due_on && dayText(due_on),
          cents: centavos,
        }))}
        total={{ label: 'Suma', cents: result.price_centavos }}
      />
      {result.loan && (
        <LoanTable loan={result.loan} subsidy={result.subsidy} months={data.term_months} bank={data.bank} />
      )}
      <Amounts
        title="Gastos de cierre"
        lines={mine.map(({ label, centavos, sure }) => ({
          label,
          note: sure ? null : 'por confirmar',
          cents: centavos,
        }))}
        total={{ label: 'Gastos que pagas tú', cents: result.costs_centavos }}
      />
      {sellers.length > 0 && (
        <p className={styles.fine}>Los paga la promotora: {sellers.map(({ label }) => label).join(', ')}.</p>
      )}
      <p className={styles.total}>
        <span>Precio, intereses y gastos, sin seguros</span> <Money cents={result.total_centavos} />
      </p>
      {result.income_needed_centavos !== null && (
        <p className={styles.fine}>
          Para esa letra los bancos suelen pedir un ingreso familiar de{' '}
          <Money cents={result.income_needed_centavos} /> al mes.
        </p>
      )}
      {data.note && <p className={styles.note}>{data.note}</p>}
    </>
  );
}

function Accept({ data }: { data: Data }) {
  const { busy, error, send } = usePost<typeof acceptQuote>();
  const [done, setDone] = useState<string | null>(null);
  if (data.purchase)
    return (
      <Notice tone="positive" title="Ya es tu pre-contrato">
        {data.purchase_href ? (
          <ButtonLink href={data.purchase_href}>Seguir mi compra</ButtonLink>
        ) : (
          'Entra desde «Mi compra» con tu celular o tu cédula, o pide el enlace a tu asesor.'
        )}
      </Notice>
    );
  if (data.accepted_at !== null || done !== null)
    return (
      <>
        <Notice
          tone="positive"
          title={done ?? 'Aceptaste esta proforma'}
          announce={done ? 'status' : undefined}
        >
          {data.can_buy || done !== null
            ? 'El siguiente paso es separar tu lote, con este precio.'
            : 'El siguiente paso es separar tu lote: tu asesor te ayuda con el pre-contrato.'}
        </Notice>
        {(data.can_buy || done !== null) && <GoOn data={data} />}
      </>
    );
  if (data.why_not) return <Notice tone="attention" title={data.why_not} />;
  const action = `/proforma/${data.token}/aceptar` as const;
  return (
    <form
      className={styles.accept}
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        void send(action, { numero: data.number }).then(
          (outcome) => outcome.ok && setDone(outcome.answer.success),
        );
      }}
    >
      <CsrfField />
      <input type="hidden" name="numero" value={data.number} />
      {error && (
        <Notice tone="negative" title={error.errors?.[0]?.message ?? error.message} announce="alert" />
      )}
      <Button type="submit" wide busy={busy && done === null}>
        Acepto esta proforma
      </Button>
      <p className={styles.fine}>Aceptar no te obliga a comprar: le dice a tu asesor que quieres seguir.</p>
    </form>
  );
}

/** From the accepted proforma to the purchase. When its lot is taken, the price of the house still holds. */
function GoOn({ data }: { data: Data }) {
  const { busy, error, send } = usePost<typeof buyQuoted>();
  const taken = error?.code === LOT_TAKEN;
  const action = `/proforma/${data.token}/comprar` as const;
  return (
    <form
      className={styles.accept}
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        void send(action, taken ? { sin_lote: '1' } : {}).then(
          (outcome) => outcome.ok && location.assign(outcome.answer.redirect),
        );
      }}
    >
      <CsrfField />
      {error && (
        <Notice tone={taken ? 'attention' : 'negative'} title={error.message} announce="alert">
          {taken && 'El precio de la casa sigue igual: elige otro lote en el siguiente paso.'}
        </Notice>
      )}
      <Button type="submit" wide busy={busy}>
        {taken ? 'Seguir y elegir otro lote' : 'Separar mi lote con este precio'}
      </Button>
      <p className={styles.fine}>Hoy no pagas nada: llenas tus datos y después haces la separación.</p>
    </form>
  );
}
