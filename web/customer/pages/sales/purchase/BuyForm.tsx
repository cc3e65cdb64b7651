import { useRef, useState, type FocusEvent, type FormEvent } from 'react';
import type { ErrorAnswer } from '#contract/errors.ts';
import { LOT_TAKEN, type PlaceOffered } from '#contract/sales/claims/claims.ts';
import type { PageProps } from '#contract/page.ts';
import type { buyModel } from '#contract/sales/purchase/endpoints.ts';
import type { buyPage } from '#contract/sales/purchase/pages.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { ContactFields } from '#web/customer/components/ContactFields.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Money } from '#web/customer/components/Money.tsx';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import { useConfirmFirst } from './useConfirmFirst.tsx';
import { LotChooser } from './LotChooser.tsx';
import { LotMap } from './LotMap.tsx';
import { contactErrors, contactFault, contactField } from '#web/customer/lib/contact.ts';
import styles from './BuyForm.module.css';

interface Props {
  data: PageProps<typeof buyPage>['data'];
  lotId: number | null;
  onLot: (id: number | null) => void;
}

/** Lot and three fields. If another buyer took the lot meanwhile, it is marked and the typed values stay. */
export function BuyForm({ data, lotId, onLot }: Props) {
  const { model, plan, draft, separationCents, holdMinutes, reservationHours } = data;
  const { busy, error, setError, send } = usePost<typeof buyModel>();
  const [left, setLeft] = useState<Partial<Record<string, string | null>>>({});
  const [taken, setTaken] = useState<readonly number[]>([]);
  const [line, setLine] = useState<PlaceOffered | null>(null);
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const confirming = useConfirmFirst(() => form.current?.requestSubmit());
  const faults = { ...byField(error), ...left };
  const lots = data.lots.map((lot) => (taken.includes(lot.id) ? { ...lot, free: false } : lot));

  function check({ target }: FocusEvent<HTMLElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const name = contactField(target.name);
    if (name && (target.value !== '' || name in left))
      setLeft((before) => ({ ...before, [name]: contactFault(name, target.value) }));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setLeft({});
    const errors = contactErrors(fields);
    if (errors.length > 0) return setError({ message: '', code: 'INVALID', errors });
    const outcome = await send(`/clientes/comprar/${model.id}`, fields);
    if (outcome.ok) location.assign(outcome.answer.redirect);
    else refused(outcome.error);
  }

  function refused(refusal: ErrorAnswer) {
    if (confirming.asked(refusal)) return;
    if (refusal.code !== LOT_TAKEN || lotId === null) return;
    setTaken((before) => [...before, lotId]);
    setLine((refusal.current as PlaceOffered | undefined) ?? null);
    onLot(null);
    setError({ ...refusal, errors: [{ field: 'lote_id', message: refusal.message }] });
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its fields being left
    <form
      ref={form}
      className={styles.form}
      method="post"
      action={`/clientes/comprar/${model.id}`}
      encType="multipart/form-data"
      noValidate={hydrated}
      onSubmit={(event) => void submit(event)}
      onBlur={check}
    >
      <CsrfField />
      <ErrorSummary error={error} />
      {confirming.window}
      {line && (
        <p>
          ¿Quieres ese lote?{' '}
          <a href={line.url}>Anótate en su lista de espera: serías el puesto {line.puesto}</a>.
        </p>
      )}
      <div className={styles.fields}>
        <h2>1. Elige tu lote</h2>
        <LotChooser
          label="Tu lote"
          lots={lots}
          map={plan && <LotMap plan={plan} lots={lots} chosenId={lotId} onChoose={onLot} />}
          chosenId={lotId}
          onChoose={onLot}
          error={faults['lote_id'] ?? undefined}
        />
      </div>
      <div className={styles.fields}>
        <h2>2. Tus datos</h2>
        <ContactFields initial={draft} faults={faults} />
      </div>
      <Button type="submit" wide busy={busy}>
        {lotId === null ? 'Continuar' : 'Apartar y continuar'}
      </Button>
      <p className={styles.note}>
        Hoy no pagas nada. El lote se te aparta {holdMinutes} minutos mientras llenas tus datos; al enviarlos,{' '}
        {reservationHours} horas para pagar la separación de <Money cents={separationCents} />.
      </p>
    </form>
  );
}
