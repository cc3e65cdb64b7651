import { receiptText } from '#contract/company/settings/model.ts';

/** Fields of a payment that form its receipt number. */
export interface Receipted {
  receiptNumber: number | null;
  receiptPrefix: string;
  receiptDigits: number;
}

/** Receipt number as issued, independent of the present settings: `R-000123`. Null: no receipt. */
export const receiptOf = ({ receiptNumber, receiptPrefix, receiptDigits }: Receipted): string | null =>
  receiptNumber === null
    ? null
    : receiptText({ prefix: receiptPrefix, digits: receiptDigits }, receiptNumber);
