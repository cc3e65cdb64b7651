import type { SaleAccount, StatementRow } from './plan.ts';

/** What of the balance is not the customer's to pay. */
export const BANKS_PART = 'De ese saldo, lo paga el banco';

/** A part of the statement: `name` as a column has it, `title` above its rows. */
export interface StatementPart {
  name: string;
  title: string;
  rows: readonly StatementRow[];
}

/** The statement of account row by row, as the screen, the file and the PDF show it. */
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
