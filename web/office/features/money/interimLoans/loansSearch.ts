import type { z } from 'zod';
import { listLoanMoves, listLoans } from '#contract/money/interimLoans/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

export const LoansSearch = searchOf(listLoans, {});
export type LoansSearch = z.infer<typeof LoansSearch>;
export const LoanMovesSearch = searchOf(listLoanMoves, {});
export type LoanMovesSearch = z.infer<typeof LoanMovesSearch>;
