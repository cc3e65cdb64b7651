import type { SaleAccount, StatementRow } from '#contract/money/payments/plan.ts';

/** The part of the balance that the bank pays. */
export const BANKS_PART = 'De ese saldo, lo paga el banco';

/** A part of the statement: `name` for a column, `title` above its rows. */
export interface StatementPart {
  name: string;
  title: string;
  rows: readonly StatementRow[];
}

/** The statement of account row by row, for screen, file and PDF. */
export function statementOf({ price, others, bank_centavos: bank }: SaleAccount): StatementPart[] {
  const banks = bank
    ? [
        {
          day: null,
          confirmed_on: null,
          text: BANKS_PART,
          receipt: null,
          debit_centavos: 0,
          credit_centavos: 0,
          balance_centavos: bank,
        },
      ]
    : [];
  return [
    { name: 'Precio', title: 'Precio de la vivienda', rows: [...price, ...banks] },
    { name: 'Otros cobros', title: 'Otros cobros', rows: others },
  ].filter(({ rows }) => rows.length > 0);
}
