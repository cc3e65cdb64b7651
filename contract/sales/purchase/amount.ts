import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';

/** The buyer confirms that the paid amount differs from the amount due. */
export const ConfirmedAmount = z
  .string()
  .max(5)
  .optional()
  .transform((text) => text !== undefined && text !== '' && text !== '0');

/**
 * Confirmation text before a different amount is sent; null when the amounts are equal. `what`: "La separación", "Cuota
 * 3".
 */
export const amountQuestion = (what: string, dueCents: number, cents: number): string | null =>
  cents === dueCents
    ? null
    : `${what} es de ${formatMoney(dueCents)} y escribiste ${formatMoney(cents)}. Corrige el monto, o confirma que es lo que pagaste.`;
