import { Text, type TextProps } from '@mantine/core';
import { formatMoney } from '../lib/format.ts';

interface MoneyTextProps extends TextProps {
  /** Integer centavos; null shows a dash. */
  centavos: number | null;
}

/** An amount with tabular figures, so that digits align in a column. */
export function MoneyText({ centavos, ...text }: MoneyTextProps) {
  return (
    <Text
      span
      inherit={text.size === undefined}
      className="figures"
      style={{ whiteSpace: 'nowrap' }}
      {...text}
    >
      {centavos === null ? '—' : formatMoney(centavos)}
    </Text>
  );
}
