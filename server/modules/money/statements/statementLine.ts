import { faultSentence } from '#contract/overview/imports/model.ts';
import type { LineFault } from '#contract/money/statements/statements.ts';

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
