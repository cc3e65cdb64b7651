import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import type { EventSpec, RuleLine } from './rules.ts';

const debe = (account: number, amount: string): RuleLine => ({ account, side: 'debe', amount });
const haber = (account: number, amount: string): RuleLine => ({ account, side: 'haber', amount });
const bank = (side: RuleLine['side'], amount: string): RuleLine => ({
  account: ACCOUNT.operatingBanks,
  bank: true,
  side,
  amount,
});

/**
 * What interim loans tell the books. Interest and fees are a cost of the project, which its allocations carry to the houses
 * as they do with land and infrastructure; from the day on which they are an expense, the accountant changes the rule.
 */
export const LOAN_EVENTS = {
  'prestamo.inicial': {
    title: 'Préstamo interino que ya venía: lo que se debe',
    amounts: { capital: 'Capital', interes: 'Interés por pagar', total: 'Se debe' },
    lines: [
      debe(ACCOUNT.opening, 'total'),
      haber(ACCOUNT.interimLoan, 'capital'),
      haber(ACCOUNT.interestPayable, 'interes'),
    ],
  },
  'prestamo.desembolso': {
    title: 'Desembolso de un préstamo interino recibido',
    amounts: { recibido: 'Recibido en el banco' },
    lines: [bank('debe', 'recibido'), haber(ACCOUNT.interimLoan, 'recibido')],
  },
  'prestamo.interes': {
    title: 'Interés de un mes de un préstamo interino',
    amounts: { interes: 'Interés' },
    lines: [debe(ACCOUNT.financingCost, 'interes'), haber(ACCOUNT.interestPayable, 'interes')],
  },
  'prestamo.pago': {
    title: 'Pago de un préstamo interino, o su reverso',
    amounts: {
      interes: 'Interés',
      capital: 'Capital',
      liberacion: 'Capital por la liberación de una vivienda',
      comision: 'Comisión',
    },
    lines: [
      debe(ACCOUNT.interestPayable, 'interes'),
      debe(ACCOUNT.interimLoan, 'capital'),
      debe(ACCOUNT.interimLoan, 'liberacion'),
      debe(ACCOUNT.financingCost, 'comision'),
      bank('haber', 'interes'),
      bank('haber', 'capital'),
      bank('haber', 'liberacion'),
      bank('haber', 'comision'),
    ],
  },
} as const satisfies Readonly<Record<string, EventSpec>>;
