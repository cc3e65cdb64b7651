import { roundHalfUp } from '../money.ts';

export type Light = 'verde' | 'amarillo' | 'rojo';

/** Percent of the family's income, domain.md §4.4: the house's installment, and all debts together. */
export const RATIO_LIMITS = { green: 30, amber: 35, total: 50 } as const;

export interface DebtRatio {
  /** Percent as 0-100 with two decimals; null where there is no income to divide by. */
  housing: number | null;
  total: number | null;
  light: Light | null;
  /** Why, in a sentence. */
  text: string;
}

/**
 * The light of a loan: the installment up to 30 % of the income is green, up to 35 % amber, beyond red; and red as well where
 * it takes more than half of the income together with the other debts. All amounts in cents a month.
 */
export function debtRatio(month: {
  incomeCents: number;
  installmentCents: number;
  otherDebtsCents: number;
}): DebtRatio {
  const { incomeCents, installmentCents, otherDebtsCents } = month;
  if (incomeCents <= 0)
    return {
      housing: null,
      total: null,
      light: null,
      text: 'Faltan los ingresos para calcular la relación.',
    };
  const part = (cents: number) => roundHalfUp((cents * 10_000) / incomeCents) / 100;
  // Compared in whole cents: what is shown is rounded, the limit is not.
  const over = (cents: number, percent: number) => cents * 100 > incomeCents * percent;
  const all = installmentCents + otherDebtsCents;
  const ratio = { housing: part(installmentCents), total: part(all) };
  if (over(all, RATIO_LIMITS.total))
    return { ...ratio, light: 'rojo', text: 'Todas las deudas juntas pasan de la mitad del ingreso.' };
  if (over(installmentCents, RATIO_LIMITS.amber))
    return { ...ratio, light: 'rojo', text: 'La letra de la casa pasa del 35 % del ingreso.' };
  if (over(installmentCents, RATIO_LIMITS.green))
    return {
      ...ratio,
      light: 'amarillo',
      text: 'La letra de la casa pasa del 30 % del ingreso: algunos bancos lo aceptan.',
    };
  return { ...ratio, light: 'verde', text: 'La letra de la casa cabe en el 30 % del ingreso.' };
}
