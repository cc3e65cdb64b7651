import type { FormEvent } from 'react';
import { panamaDay, dayText, instantText } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import type { PageProps } from '#contract/page.ts';
import type { reportSeparation } from '#contract/sales/purchase/endpoints.ts';
import type { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { Button, type Look } from '#web/customer/components/Button.tsx';
import { Countdown } from '#web/customer/components/Countdown.tsx';
import { CopyButton } from '#web/customer/components/CopyButton.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { isStuck } from '#web/customer/pages/sales/purchase/formSteps.ts';
import { PaperField } from '#web/customer/pages/sales/purchase/PaperField.tsx';
import { PayToBox } from '#web/customer/pages/sales/purchase/PayToBox.tsx';
import { HINTS } from '#web/customer/pages/sales/purchase/paperTexts.ts';
import { usePapersHere } from '#web/customer/pages/sales/purchase/usePapers.ts';
import { typed } from '#web/customer/lib/typed.ts';
import { AmountField } from '#web/customer/pages/sales/purchase/AmountField.tsx';
import { amountFault, PROOF, paymentFault } from '#web/customer/pages/sales/purchase/paymentFault.ts';
import { PayOnline } from './PayOnline.tsx';
import styles from './MySeparation.module.css';

type Separation = NonNullable<PageProps<typeof myPurchasePage>['data']['separation']>;

/** The state of the separation, and the form to report it while it is open. */
export function MySeparation({
  saleId,
  code,
  separation,
  look,
}: {
  saleId: number;
  code: string | null;
  separation: Separation;
  look: Look;
}) {
  const {
    dueCents,
    dueAt,
    state,
    reportedCents,
    reportedAt,
    reason,
    receiptNumber,
    open,
    correctable,
    payTo,
    online,
  } = separation;
  // Nothing was paid and the payment is closed: show nothing.
  if (!open && !reason && state !== 'confirmado' && state !== 'reportado') return null;
  return (
    <section id="separacion" className={styles.separation} aria-labelledby="titulo-separacion">
      <h2 id="titulo-separacion">Tu separación</h2>
      <p className={styles.amount}>
        <Money cents={dueCents} large />
      </p>
      {state === 'confirmado' && (
        <Notice tone="positive" title="Pago confirmado">
          {receiptNumber !== null && `Recibo número ${receiptNumber}.`}
        </Notice>
      )}
      {state === 'reportado' && reportedCents !== null && (
        <Notice title="Estamos verificando tu pago">
          Nos reportaste <Money cents={reportedCents} />
          {reportedAt && ` el ${dayText(panamaDay(reportedAt))}`}. Te avisamos cuando esté confirmado.
        </Notice>
      )}
      {correctable && (
        <details className={styles.correct}>
          <summary>Corregir lo que reporté</summary>
          <ReportForm saleId={saleId} dueCents={dueCents} reported={reportedCents} look="secondary" />
        </details>
      )}
      {reason && (
        <Notice tone="negative" title="No pudimos confirmar tu pago">
          {reason}
        </Notice>
      )}
      {open && dueAt && (
        <p>
          Paga antes del {instantText(dueAt)} (<Countdown until={dueAt} />) y envíanos el comprobante.
        </p>
      )}
      {online && <PayOnline saleId={saleId} online={online} cents={dueCents} />}
      {payTo && <PayToBox payTo={payTo} reference={code} dueCents={dueCents} Copy={CopyButton} />}
      {open && <ReportForm saleId={saleId} dueCents={dueCents} look={look} />}
    </section>
  );
}

/** Reports the separation: proof and amount. The proof is uploaded first, like every document. */
function ReportForm({
  saleId,
  dueCents,
  reported = null,
  look,
}: {
  saleId: number;
  dueCents: number;
  /** Amount of the previous report, for a correction. */
  reported?: number | null;
  look: Look;
}) {
  const { busy, error, setError, setBusy, send } = usePost<typeof reportSeparation>();
  const papers = usePapersHere();
  const hydrated = useHydrated();
  const faults = byField(error);
  const slot = papers.slots.find(({ field }) => field === PROOF);
  const url = `/clientes/mi-compra/${saleId}/pago` as const;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    form.delete(PROOF);
    const fault =
      paymentFault(typed(form, 'monto_pagado'), papers.has(PROOF)) ??
      amountFault(form, 'La separación', dueCents);
    if (fault) return setError({ message: '', code: 'INVALID', errors: [fault] });
    setBusy(true);
    await papers.queue?.settled();
    const stuck = [...(papers.queue?.snapshot().values() ?? [])].some(
      (one) => one.field === PROOF && isStuck(one),
    );
    if (stuck) {
      setBusy(false);
      const message = 'El comprobante no terminó de subir: reinténtalo o elige otro.';
      return setError({ message, code: 'INVALID', errors: [{ field: PROOF, message }] });
    }
    const outcome = await send(url, form);
    if (outcome.ok) location.assign(outcome.answer.redirect);
  }

  return (
    <form
      className={styles.form}
      method="post"
      action={url}
      encType="multipart/form-data"
      noValidate={hydrated}
      onSubmit={(event) => void submit(event)}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      <PaperField
        field={PROOF}
        label="Comprobante de pago"
        hint={HINTS.archivo_comprobante}
        error={faults[PROOF]}
        closed={slot !== undefined && !slot.open}
        kept
        required
      />
      <AmountField
        what="La separación"
        dueCents={dueCents}
        defaultValue={reported === null ? undefined : moneyText(reported)}
        error={faults['monto_pagado']}
      />
      <Button type="submit" wide busy={busy} look={look}>
        {reported === null ? 'Reportar mi pago' : 'Guardar la corrección'}
      </Button>
    </form>
  );
}
