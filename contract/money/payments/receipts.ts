import { receiptText } from '#contract/company/settings/model.ts';

/** What of a payment its receipt's number is made of. */
export interface Receipted {
  receiptNumber: number | null;
  receiptPrefix: string;
  receiptDigits: number;
}

/** The number of a payment's receipt as it was given, whatever the settings say today: `R-000123`. Null: it has none. */
export const receiptOf = ({ receiptNumber, receiptPrefix, receiptDigits }: Receipted): string | null =>
  receiptNumber === null
    ? null
    : receiptText({ prefix: receiptPrefix, digits: receiptDigits }, receiptNumber);
