import { installment } from '#contract/money.ts';
import type { Profile } from '#contract/mortgage/bankData.rows.ts';
import type { BankData } from '#contract/mortgage/bankData.model.ts';
import { debtRatio } from '#contract/mortgage/ratio.ts';

/** The loan that a profile asks for, at a rate in percent a year; null while it cannot be worked out. In cents. */
export function loanOf({ values }: Profile, ratePercent: number) {
  const { precio, abono, plazo_anos } = values;
  if (precio == null || abono == null || plazo_anos == null || plazo_anos < 1 || abono >= precio) return null;
  const amountCents = precio - abono;
  return {
    amountCents,
    rate: ratePercent,
    installmentCents: installment({
      principal_cents: amountCents,
      annual_rate: ratePercent,
      months: plazo_anos * 12,
    }),
  };
}

/** What the family earns and owes a month, in cents, and what that means for the loan (domain.md §4.4). */
export function ratioOf(profile: Profile, ratePercent: number): BankData['ratio'] {
  const loan = loanOf(profile, ratePercent);
  if (!loan) return null;
  const { values, rows } = profile;
  const month = {
    incomeCents:
      (values.salario_mensual ?? 0) +
      (values.otros_ingresos ?? 0) +
      (values.codeudor_salario ?? 0) +
      (values.codeudor_otros_ingresos ?? 0),
    installmentCents: loan.installmentCents,
    otherDebtsCents:
      rows.deudas.reduce((sum, { cuota_centavos }) => sum + cuota_centavos, 0) +
      (values.codeudor_cuotas ?? 0),
  };
  return {
    income_centavos: month.incomeCents,
    installment_centavos: month.installmentCents,
    debts_centavos: month.otherDebtsCents,
    ...debtRatio(month),
  };
}
