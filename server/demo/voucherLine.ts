import type { VoucherLine } from '#contract/money/ledger/vouchers.ts';

/** A line of a voucher: centavos to the debit, or below zero to the credit. */
export const voucherLine = (
  account_id: number,
  cents: number,
  of: Partial<VoucherLine> = {},
): VoucherLine => ({
  account_id,
  debit_centavos: cents > 0 ? cents : null,
  credit_centavos: cents < 0 ? -cents : null,
  project_id: null,
  lot_id: null,
  partner_id: null,
  bank_account_id: null,
  note: null,
  ...of,
});
