import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { moneyText, parseMoney } from '../lib/format.ts';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  label: string;
  /** Integer cents; null: nothing typed, or nothing that can be read yet. */
  centavos: number | null;
  onCentavos: (centavos: number | null) => void;
}

/** An amount typed as people do (`1,234.5`), kept as cents, and written out whole on leaving. */
export function MoneyInput({ centavos, onCentavos, error, ...input }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      className="figures"
      leftSection="USD"
      leftSectionWidth={48}
      error={wrong ?? error}
      value={typed ?? (centavos === null ? '' : moneyText(centavos))}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const read = parseMoney(text);
        setTyped(text);
        setWrong(null);
        onCentavos('cents' in read ? read.cents : null);
      }}
      onBlur={() => {
        const read = typed?.trim() ? parseMoney(typed) : null;
        if (read && 'error' in read) return setWrong(read.error);
        setTyped(null);
      }}
    />
  );
}
