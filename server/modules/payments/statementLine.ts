import { faultSentence } from '#contract/imports/model.ts';
import type { LineFault } from '#contract/payments/statements.ts';

/** A movement as a file tells it; cents positive for money in. */
export interface FileLine {
  row: number;
  postedOn: string;
  cents: number;
  reference: string;
  description: string;
  balanceCents: number | null;
  fitid: string | null;
}

export const faultAt = (row: number, column: string, text: string): LineFault => ({
  row,
  column,
  message: faultSentence(row, column, text),
});
