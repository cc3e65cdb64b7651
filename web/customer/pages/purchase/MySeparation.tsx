import { useState, type FormEvent } from 'react';
import { panamaDay, showDay, showInstant } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import type { PageProps } from '#contract/page.ts';
import type { reportSeparation } from '#contract/purchase/endpoints.ts';
import type { myPurchasePage, PurchaseHead } from '#contract/purchase/pages.ts';
import { fieldError, paymentPairError } from '#contract/purchase/rules.ts';
import { Button } from '../../components/Button.tsx';
import { Countdown } from '../../components/Countdown.tsx';
import { ErrorSummary } from '../../components/ErrorSummary.tsx';
import { TextField } from '../../components/Field.tsx';
import { FileInput } from '../../components/FileInput.tsx';
import { Money } from '../../components/Money.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useHydrated } from '../../lib/useHydrated.ts';
import { byField, usePost } from '../../lib/usePost.ts';
import { CsrfField } from '../../PageFrame.tsx';
import { HINTS } from './paperTexts.ts';
import styles from './MySeparation.module.css';

type Separation = NonNullable<PageProps<typeof myPurchasePage>['data']['separation']>;
const FILE = 'archivo_comprobante';

/** The separation: how it stands, and the form to report it while it is open. */
export function MySeparation({ sale, separation }: { sale: PurchaseHead; separation: Separation }) {
  const { dueCents, dueAt, state, reportedCents, reportedAt, reason, receiptNumber, open } = separation;
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
          {reportedAt && ` el ${showDay(panamaDay(reportedAt))}`}. Te avisamos cuando esté confirmado.
        </Notice>
      )}
      {reason && (
        <Notice tone="negative" title="No pudimos confirmar tu pago">
          {reason}
        </Notice>
      )}
      {open && dueAt && (
        <p>
          Paga antes del {showInstant(dueAt)} (<Countdown until={dueAt} />) y mándanos el comprobante.
        </p>
      )}
      {open && <ReportForm saleId={sale.id} dueCents={dueCents} />}
    </section>
  );
}

function ReportForm({ saleId, dueCents }: { saleId: number; dueCents: number }) {
  const { busy, error, setError, setBusy, send } = usePost<typeof reportSeparation>();
  const [file, setFile] = useState<File | null>(null);
  const hydrated = useHydrated();
  const faults = byField(error);
  const url = `/clientes/mi-compra/${saleId}/pago` as const;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const amount = String(form.get('monto_pagado') ?? '');
    const chosen = form.get(FILE);
    const proof = file ?? (chosen instanceof File && chosen.size > 0 ? chosen : null);
    const lacks = paymentPairError({ proof: proof !== null, amount: amount.trim() !== '' });
    const malformed = fieldError('monto_pagado', amount);
    const fault =
      proof === null && amount.trim() === ''
        ? { field: FILE, message: 'Adjunta el comprobante de tu pago y escribe el monto.' }
        : lacks
          ? { field: lacks.field, message: lacks.label }
          : malformed && { field: 'monto_pagado', message: malformed };
    if (fault) return setError({ message: '', code: 'INVALID', errors: [fault] });
    setBusy(true);
    const { PictureError, preparePicture } = await import('../../lib/pictures.ts');
    try {
      if (proof) form.set(FILE, await preparePicture(proof));
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof PictureError)) throw failure;
      return setError({ message: '', code: 'INVALID', errors: [{ field: FILE, message: failure.message }] });
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
      <FileInput
        label="Comprobante de pago"
        name={FILE}
        accept="image/jpeg,image/png,application/pdf,.heic,.heif"
        hint={HINTS.archivo_comprobante}
        error={faults[FILE]}
        onFiles={([chosen]) => setFile(chosen ?? null)}
        required
      />
      <TextField
        label="Monto que pagaste"
        name="monto_pagado"
        inputMode="decimal"
        autoComplete="off"
        placeholder={moneyText(dueCents)}
        hint="En dólares."
        error={faults['monto_pagado']}
        required
      />
      <Button type="submit" wide busy={busy}>
        Reportar mi pago
      </Button>
    </form>
  );
}
