import { Text, type TextProps } from '@mantine/core';
import { formatMoney } from '../lib/format.ts';

interface MoneyTextProps extends TextProps {
  /** Integer cents; null shows a dash. */
  centavos: number | null;
}

/** An amount, in figures that stand above one another. */
export function MoneyText({ centavos, ...text }: MoneyTextProps) {
  return (
    <Text span inherit className="figures" style={{ whiteSpace: 'nowrap' }} {...text}>
      {centavos === null ? '—' : formatMoney(centavos)}
    </Text>
  );
}
