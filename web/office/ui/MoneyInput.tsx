import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { moneyText, parseMoney } from '../lib/format.ts';
import { useTyped } from './useTyped.ts';

type MoneyInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'aria-label'> & {
  /** Integer centavos; null: empty or not readable yet. */
  centavos: number | null;
  onCentavos: (centavos: number | null) => void;
} & (
    | { label: string }
    | { /** For a table cell: the column's heading is the visible label. */ 'aria-label': string }
  );

/** An amount field: the user types for example `1,234.5`; the value is in centavos; blur formats the text. */
export function MoneyInput({ centavos, onCentavos, error, ...input }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed?.trim() ? parseMoney(typed) : null;
  const { error: fault, ref, left } = useTyped(read && 'error' in read ? read.error : null);
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      className="figures"
      leftSection="USD"
      leftSectionWidth={48}
      ref={ref}
      error={fault ?? error}
      value={typed ?? (centavos === null ? '' : moneyText(centavos))}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const now = parseMoney(text);
        setTyped(text);
        onCentavos('cents' in now ? now.cents : null);
      }}
      onBlur={() => {
        left();
        if (!read || 'cents' in read) setTyped(null);
      }}
    />
  );
}
