import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';

/** The buyer says that another amount than the one due is what was paid. */
export const ConfirmedAmount = z
  .string()
  .max(5)
  .optional()
  .transform((text) => text !== undefined && text !== '' && text !== '0');

/** What is said before an amount other than the one due is sent; null when they agree. `what`: "La separación", "Cuota 3". */
export const amountQuestion = (what: string, dueCents: number, cents: number): string | null =>
  cents === dueCents
    ? null
    : `${what} es de ${formatMoney(dueCents)} y escribiste ${formatMoney(cents)}. Corrige el monto, o confirma que es lo que pagaste.`;
