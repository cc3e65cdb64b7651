import type { FormEvent } from 'react';
import { formatMoney } from '#contract/money.ts';
import type { payOnline } from '#contract/money/onlineDeposits/endpoints.ts';
import type { OnlinePay } from '#contract/money/onlineDeposits/mine.ts';
import type { Way } from '#contract/money/onlineDeposits/rules.ts';
import { Button, ButtonLink } from '#web/customer/components/Button.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { FieldScope, TextField } from '#web/customer/components/Field.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { typed } from '#web/customer/lib/typed.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './MyPayments.module.css';

interface Props {
  saleId: number;
  online: OnlinePay;
  cents: number;
  /** Behind a summary: of several dues, the next one is in sight. */
  folded?: boolean;
}

/** Pays a due by Yappy or on the provider's page for cards. Works without JavaScript. */
export function PayOnline({ saleId, online, cents, folded = false }: Props) {
  const { live, ways, failed } = online;
  const others = live ? ways.filter((way) => way !== live.way) : ways;
  const forms = others.map((way) => (
    <PayForm key={way} saleId={saleId} paymentId={online.paymentId} way={way} cents={cents} />
  ));
  return (
    <div className={styles.online}>
      {live?.way === 'yappy' && (
        <Notice title="Abre Yappy en tu teléfono">
          Aprueba el pago de {formatMoney(cents)}. Cuando lo hagas, vuelve a cargar esta página.
        </Notice>
      )}
      {live?.way === 'tarjeta' && live.payUrl && (
        <>
          <Notice title="Tu pago con tarjeta está a medias">
            Termínalo en la página del banco. Si ya pagaste, en unos minutos lo verás aquí.
          </Notice>
          <ButtonLink href={live.payUrl} rel="noreferrer" wide>
            Seguir con la tarjeta
          </ButtonLink>
        </>
      )}
      {failed && !live && (
        <Notice tone="attention" title="El pago en línea no se completó">
          No se cobró nada. Puedes intentarlo otra vez.
        </Notice>
      )}
      {(live && others.length > 0) || folded ? (
        <details className={styles.report}>
          <summary>{live ? 'Pagar de otra forma' : 'Pagar en línea'}</summary>
          {forms}
        </details>
      ) : (
        forms
      )}
    </div>
  );
}

function PayForm({
  saleId,
  paymentId,
  way,
  cents,
}: {
  saleId: number;
  paymentId: number;
  way: Way;
  cents: number;
}) {
  const { busy, error, send } = usePost<typeof payOnline>();
  const hydrated = useHydrated();
  const url = `/clientes/mi-compra/${saleId}/pagos/${paymentId}/en-linea` as const;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const celular = typed(new FormData(event.currentTarget), 'celular');
    const outcome = await send(url, { via: way, celular });
    if (outcome.ok) location.assign(outcome.answer.pay_url ?? outcome.answer.redirect);
  }

  return (
    <FieldScope value={`pago${paymentId}-`}>
      <form
        className={styles.form}
        method="post"
        action={url}
        noValidate={hydrated}
        onSubmit={(event) => void submit(event)}
      >
        <CsrfField />
        <input type="hidden" name="via" value={way} />
        <ErrorSummary error={error} />
        {way === 'yappy' && (
          <TextField
            label="Celular de tu Yappy"
            name="celular"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            error={byField(error)['celular']}
            required
          />
        )}
        <Button type="submit" look="secondary" wide busy={busy}>
          {way === 'yappy'
            ? `Pagar ${formatMoney(cents)} con Yappy`
            : `Pagar ${formatMoney(cents)} con tarjeta`}
        </Button>
      </form>
    </FieldScope>
  );
}
