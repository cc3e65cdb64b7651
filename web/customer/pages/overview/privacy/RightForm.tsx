import type { FormEvent } from 'react';
import type { askRight } from '#contract/overview/privacy/ask.ts';
import { rightName, type Right } from '#contract/overview/privacy/rights.ts';
import { Button } from '#web/customer/components/Button.tsx';
import { ErrorSummary } from '#web/customer/components/ErrorSummary.tsx';
import { Field, TextField } from '#web/customer/components/Field.tsx';
import { Select } from '#web/customer/components/Select.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import { byField, usePost } from '#web/customer/lib/usePost.ts';
import { CsrfField } from '#web/customer/PageFrame.tsx';
import styles from './RightForm.module.css';

const MEANS: Record<Right, string> = {
  acceso: 'saber qué datos míos tienen',
  rectificacion: 'corregir un dato',
  cancelacion: 'borrar mis datos',
  oposicion: 'que no los usen para algo',
  portabilidad: 'recibir una copia para llevarla a otro lado',
};

/** A person's request about their data. Whoever has not opened a purchase here with a code says who they are. */
export function RightForm({ known }: { known: string | null }) {
  const { busy, error, send } = usePost<typeof askRight>();
  const hydrated = useHydrated();
  const faults = byField(error);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const outcome = await send('/privacidad/solicitud', new FormData(event.currentTarget));
    if (outcome.ok) location.assign(outcome.answer.redirect);
  }

  return (
    <section id="solicitud">
      <h2>Pide algo sobre tus datos</h2>
      <form
        className={styles.form}
        method="post"
        action="/privacidad/solicitud"
        encType="multipart/form-data"
        noValidate={hydrated}
        onSubmit={(event) => void submit(event)}
      >
        <CsrfField />
        <ErrorSummary error={error} />
        <Select
          label="Qué pides"
          name="derecho"
          initial=""
          empty="Elige"
          options={(Object.keys(MEANS) as Right[]).map((kind) => ({
            value: kind,
            label: `${rightName(kind)}: ${MEANS[kind]}`,
          }))}
          error={faults['derecho']}
          required
        />
        <Field label="Cuéntanos" name="detalle" error={faults['detalle']} required>
          {(binding) => <textarea {...binding} rows={4} maxLength={2000} />}
        </Field>
        {known === null ? (
          <>
            <TextField
              label="Cédula, pasaporte o RUC"
              name="cedula"
              autoComplete="off"
              autoCapitalize="characters"
              placeholder="8-712-4567"
              error={faults['cedula']}
              required
            />
            <TextField
              label="Celular o correo que nos diste"
              name="contacto"
              autoComplete="email"
              hint="Ahí te respondemos."
              error={faults['contacto']}
              required
            />
            <p className={styles.note}>
              ¿Ya compras con nosotros? <a href="/clientes/enlace">Entra a tu compra con un código</a> y no
              hace falta escribir quién eres.
            </p>
          </>
        ) : (
          <p className={styles.note}>Lo pides como {known}.</p>
        )}
        <Button type="submit" wide busy={busy}>
          Enviar mi solicitud
        </Button>
      </form>
    </section>
  );
}
