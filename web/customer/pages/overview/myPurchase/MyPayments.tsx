import { useState, type FormEvent } from 'react';
import { dayText } from '#contract/dates.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import type { reportDue } from '#contract/money/account/customerEndpoints.ts';
import { BANKS_PART } from '#contract/money/account/statement.ts';
import { ISSUED_KINDS } from '#contract/money/issuedInvoices/rules.ts';
import type { MyMoney } from '#contract/money/account/myMoney.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { CopyButton } from '#web/customer/components/CopyButton.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { TextField } from '#web/customer/components/Field.tsx';
import { FileInput } from '#web/customer/components/FileInput.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { Notice } from '#web/customer/components/Notice.tsx';
import { typed } from '#web/customer/lib/typed.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { PayToBox } from '#web/customer/pages/sales/purchase/PayToBox.tsx';
import { AmountField } from '#web/customer/pages/sales/purchase/AmountField.tsx';
import { amountFault, PROOF, paymentFault } from '#web/customer/pages/sales/purchase/paymentFault.ts';
import { PayOnline } from './PayOnline.tsx';
import styles from './MyPayments.module.css';

type Due = MyMoney['due'][number];
/** This many dues are visible; the others are in a <details>. */
const FIRST = 3;

/** Dues other than the separation, payments and receipts. After the end of the purchase nothing is due. */
export function MyPayments({
  saleId,
  code,
  money,
  ended,
}: {
  saleId: number;
  code: string | null;
  money: MyMoney;
  ended: boolean;
}) {
  const { due, receipts, invoices, statementUrl } = money;
  if (due.length === 0 && receipts.length === 0 && invoices.length === 0) return null;
  const open = due.filter(({ state }) => state === 'pendiente');
  return (
    <section id="pagos" className={styles.payments} aria-labelledby="titulo-pagos">
      <h2 id="titulo-pagos">Tus pagos</h2>
      {!ended && (
        <dl className={styles.sums}>
          <div>
            <dt>Precio</dt>
            <dd>{formatMoney(money.priceCents)}</dd>
          </div>
          <div>
            <dt>Has pagado</dt>
            <dd>{formatMoney(money.paidCents)}</dd>
          </div>
          <div>
            <dt>Saldo</dt>
            <dd>{formatMoney(money.balanceCents)}</dd>
          </div>
          {money.bankCents !== null && (
            <div>
              <dt>{BANKS_PART}</dt>
              <dd>{formatMoney(money.bankCents)}</dd>
            </div>
          )}
        </dl>
      )}
      {money.creditCents > 0 && (
        <p>
          Tienes <Money cents={money.creditCents} /> a favor para tu próximo pago.
        </p>
      )}
      {due.length > 0 && (
        <ul className={styles.list}>
          {due.slice(0, FIRST).map((one) => (
            <DueRow key={one.id} saleId={saleId} due={one} ready={one.id === open[0]?.id} />
          ))}
        </ul>
      )}
      {due.length > FIRST && (
        <details className={styles.more}>
          <summary>Ver los otros {due.length - FIRST} pagos</summary>
          <ul className={styles.list}>
            {due.slice(FIRST).map((one) => (
              <DueRow key={one.id} saleId={saleId} due={one} ready={false} />
            ))}
          </ul>
        </details>
      )}
      {money.payTo && (
        <PayToBox payTo={money.payTo} reference={code} dueCents={open[0]?.cents ?? null} Copy={CopyButton} />
      )}
      {receipts.length > 0 && (
        <details className={styles.more}>
          <summary>{receipts.length === 1 ? 'Tu recibo' : `Tus ${receipts.length} recibos`}</summary>
          <ul className={styles.list}>
            {receipts.map((one) => (
              <li key={one.url} className={styles.receipt}>
                <a href={one.url} target="_blank" rel="noopener">
                  Recibo {one.number}
                </a>
                <span>
                  {one.title} · {dayText(one.day)}
                  {one.reversed ? ' · sin efecto' : one.refunded && ' · en tu devolución'}
                </span>
                <Money cents={one.cents} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {invoices.length > 0 && (
        <details className={styles.more} open={invoices.length < FIRST}>
          <summary>
            {invoices.length === 1
              ? 'Tu factura electrónica'
              : `Tus ${invoices.length} facturas electrónicas`}
          </summary>
          <ul className={styles.list}>
            {invoices.map((one) => (
              <li key={one.url} className={styles.receipt}>
                <a href={one.url} target="_blank" rel="noopener">
                  {ISSUED_KINDS[one.kind]} {one.number} (PDF)
                </a>
                <span>{dayText(one.day)}</span>
                <Money cents={one.cents} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {statementUrl && (
        <p>
          <a className={styles.statement} href={statementUrl} target="_blank" rel="noopener">
            Descargar mi estado de cuenta (PDF)
          </a>
        </p>
      )}
    </section>
  );
}

function DueRow({ saleId, due, ready }: { saleId: number; due: Due; ready: boolean }) {
  return (
    <li className={styles.due}>
      <div className={styles.line}>
        <span>
          <strong>{due.title}</strong>
          <br />
          <span className={due.late ? styles.late : undefined}>
            {due.state === 'reportado'
              ? 'Verificando tu pago'
              : due.day
                ? `${due.late ? 'Venció' : 'Vence'} el ${dayText(due.day)}`
                : 'Sin fecha'}
          </span>
        </span>
        <Money cents={due.cents} />
      </div>
      {due.reason && due.state === 'pendiente' && (
        <Notice tone="negative" title="No pudimos confirmar tu pago">
          {due.reason}
        </Notice>
      )}
      {due.correctable && (
        <details className={styles.report}>
          <summary>Corregir lo que reporté</summary>
          <ReportDue saleId={saleId} due={due} />
        </details>
      )}
      {due.online && <PayOnline saleId={saleId} online={due.online} cents={due.cents} folded={!ready} />}
      {due.state === 'pendiente' && (
        <details className={styles.report} open={ready && due.late ? true : undefined}>
          <summary>Ya pagué: enviar comprobante</summary>
          <ReportDue saleId={saleId} due={due} />
        </details>
      )}
    </li>
  );
}

/** Reports a payment: proof, amount and transfer number. Works without JavaScript. */
function ReportDue({ saleId, due }: { saleId: number; due: Due }) {
  const { busy, error, setError, send } = usePost<typeof reportDue>();
  const hydrated = useHydrated();
  const [file, setFile] = useState<File | null>(null);
  const faults = byField(error);
  const url = `/clientes/mi-compra/${saleId}/pagos/${due.id}` as const;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const fault =
      paymentFault(typed(form, 'monto_pagado'), file !== null) ?? amountFault(form, due.title, due.cents);
    if (fault) return setError({ message: '', code: 'INVALID', errors: [fault] });
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
      <FileInput
        label="Comprobante de pago"
        name={PROOF}
        accept="image/jpeg,image/png,application/pdf"
        hint="Foto o PDF de la transferencia o del depósito, hasta 10 MB."
        error={faults[PROOF]}
        onFiles={([first]) => setFile(first ?? null)}
        required
      />
      <AmountField
        what={due.title}
        dueCents={due.cents}
        defaultValue={due.reportedCents === null ? undefined : moneyText(due.reportedCents)}
        error={faults['monto_pagado']}
      />
      <TextField
        label="Número de la transferencia"
        name="referencia"
        autoComplete="off"
        maxLength={60}
        hint="Con él lo encontramos más rápido en el banco."
        error={faults['referencia']}
      />
      <Button type="submit" wide busy={busy}>
        Reportar este pago
      </Button>
    </form>
  );
}
