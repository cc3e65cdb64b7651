import { useState } from 'react';
import { moneyText, parseMoney } from '#contract/money.ts';
import { amountQuestion } from '#contract/sales/purchase/amount.ts';
import { TextField } from '#web/customer/components/Field.tsx';
import { useHydrated } from '#web/customer/lib/useHydrated.ts';
import styles from './AmountField.module.css';

interface Props {
  /** What is due, as a sentence begins: "La separación". */
  what: string;
  dueCents: number;
  defaultValue?: string | undefined;
  hint?: string;
  error?: string | undefined;
  /** False: no word «opcional» and may stay empty. */
  required?: boolean;
}

/** The amount paid. Another one than is due is said at once, and goes only with the person's word that it is right. */
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
      {/* Without script the server asks, so the box is always there; with it, only when it is needed. */}
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
