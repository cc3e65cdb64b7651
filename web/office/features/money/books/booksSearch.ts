import { z } from 'zod';
import { trialBalance } from '#contract/money/books/endpoints.ts';
import { searchOf } from '#web/office/lib/list.ts';

/** The statements, in the order of their tabs. */
export const STATEMENTS = {
  comprobacion: 'Comprobación',
  balance: 'Balance general',
  resultados: 'Resultados',
  efectivo: 'Efectivo',
  cobrar: 'Por cobrar',
  pagar: 'Por pagar',
  bancos: 'Bancos',
  viviendas: 'Viviendas',
  impuestos: 'Impuestos',
  contador: 'Para el contador',
} as const;
export type StatementTab = keyof typeof STATEMENTS;

/** The statement, with the company, the project and the days of all of them. */
export const BooksSearch = searchOf(trialBalance, {
  ver: z
    .enum(Object.keys(STATEMENTS) as [StatementTab, ...StatementTab[]])
    .optional()
    .catch(undefined),
});
export type BooksSearch = z.infer<typeof BooksSearch>;
