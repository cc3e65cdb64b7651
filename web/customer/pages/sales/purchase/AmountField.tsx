import { useState } from 'react';
import { moneyText, parseMoney } from '#contract/money.ts';
import { amountQuestion } from '#contract/sales/purchase/amount.ts';
import { TextField } from '#web/customer/components/Field.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import styles from './AmountField.module.css';

interface Props {
  /** The payment, as the start of a sentence: "La separación". */
  what: string;
  dueCents: number;
  defaultValue?: string | undefined;
  hint?: string;
  error?: string | undefined;
  /** False: optional, without the word «opcional». */
  required?: boolean;
}

/** The paid amount. If it differs from the amount due, the user must confirm it. */
export function AmountField({
  what,
  dueCents,
  defaultValue,
  hint = 'En dólares.',
  error,
  required = true,
}: Props) {
  const [typed, setTyped] = useState(defaultValue ?? '');
  const hydrated = useHydrated();
  const read = typed.trim() === '' ? null : parseMoney(typed);
  const question = read && 'cents' in read ? amountQuestion(what, dueCents, read.cents) : null;
  return (
    <div className={styles.amount} onBlur={({ target }) => isAmount(target) && setTyped(target.value)}>
      <TextField
        label="Monto que pagaste"
        name="monto_pagado"
        inputMode="decimal"
        autoComplete="off"
        placeholder={moneyText(dueCents)}
        defaultValue={defaultValue}
        hint={hint}
        error={error ?? undefined}
        {...(required ? { required: true } : { mark: false })}
      />
      {question && question !== error && <output className={styles.question}>{question}</output>}
      {/* Without JavaScript the server asks, so the checkbox is always there; with it, only when needed. */}
      {(question || !hydrated) && (
        <label className={question ? styles.box : styles.plain}>
          <input type="checkbox" name="monto_confirmado" value="1" />
          <span>El monto está bien: es lo que pagué.</span>
        </label>
      )}
    </div>
  );
}

const isAmount = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name === 'monto_pagado';
