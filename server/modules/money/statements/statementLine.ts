import { faultSentence } from '#contract/overview/imports/model.ts';
import type { LineFault } from '#contract/money/statements/statements.ts';

/** A movement as it is in the file; positive cents are incoming money. */
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
