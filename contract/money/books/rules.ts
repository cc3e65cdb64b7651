import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { nextPeriod } from '#contract/money/ledger/rules.ts';

/** Accounts whose code begins so are cash: petty cash, banks, trust. */
export const CASH_CODE = '1.1.';

export const MONTHS = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
] as const;

export const CASH_SECTIONS = {
  operacion: 'Operación',
  inversion: 'Inversión',
  financiamiento: 'Financiamiento',
} as const;
export type CashSection = keyof typeof CASH_SECTIONS;

/** What the counter-account of a bank line says about the money: equipment, loans and capital, or the daily business. */
export function cashSectionOf(code: string): CashSection {
  if (code.startsWith('1.4.')) return 'inversion';
  return code.startsWith('2.3.') || code.startsWith('3.') ? 'financiamiento' : 'operacion';
}

/** Days since the due date, both ends included; the last one has no end. */
export const AGES = [
  { key: 'd30', title: '0 a 30 días', from: 0, to: 30 },
  { key: 'd60', title: '31 a 60 días', from: 31, to: 60 },
  { key: 'd90', title: '61 a 90 días', from: 61, to: 90 },
  { key: 'mas', title: 'Más de 90 días', from: 91, to: null },
] as const;

/** When a tax of a month is due [L]: a day of a month after it, a day of the next year, or with each deed. */
type DueRule = { monthDay: number } | { nextYear: string } | 'escritura';

/** The taxes that the books owe: the account, the account that lowers it, and when it is due. */
export const TAXES = [
  {
    key: 'itbms',
    title: 'ITBMS',
    account: ACCOUNT.itbmsPayable,
    lowered: ACCOUNT.itbmsCredit,
    due: { monthDay: 15 },
  },
  {
    key: 'itbms_retenido',
    title: 'Retención de ITBMS',
    account: ACCOUNT.itbmsWithheld,
    lowered: null,
    due: { monthDay: 15 },
  },
  {
    key: 'isr_retenido',
    title: 'Retención de ISR',
    account: ACCOUNT.isrWithheld,
    lowered: null,
    due: { monthDay: 15 },
  },
  { key: 'isr', title: 'ISR', account: ACCOUNT.isrPayable, lowered: null, due: { nextYear: '03-31' } },
  { key: 'itbi', title: 'ITBI', account: ACCOUNT.itbiPayable, lowered: null, due: 'escritura' },
] as const satisfies readonly {
  key: string;
  title: string;
  account: number;
  lowered: number | null;
  due: DueRule;
}[];

/** The day on which the tax of a month is due; null: it has no fixed day. */
export function taxDueOn(due: DueRule, period: number): string | null {
  if (due === 'escritura') return null;
  if ('nextYear' in due) return `${Math.trunc(period / 100) + 1}-${due.nextYear}`;
  const next = nextPeriod(period);
  return `${Math.trunc(next / 100)}-${String(next % 100).padStart(2, '0')}-${due.monthDay}`;
}

/**
 * What is left of the amounts of each month when payments settle the oldest first; a negative amount settles, too. What is
 * paid in excess is not shown as owed.
 */
export function settledOldestFirst(amounts: readonly number[], paid: number): number[] {
  let left = paid - amounts.reduce((sum, one) => sum + Math.min(0, one), 0);
  return amounts.map((amount) => {
    const used = Math.min(Math.max(0, amount), Math.max(0, left));
    left -= used;
    return Math.max(0, amount) - used;
  });
}
