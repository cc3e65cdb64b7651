import { debtRatio } from '#contract/interest/rules.ts';
import { installment } from '#contract/money.ts';
import type { Profile } from '#contract/mortgage/bankData.rows.ts';
import type { BankData } from '#contract/mortgage/bankData.model.ts';
import type { Facts } from './bankData.facts.ts';

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
export function ratioOf(
  profile: Profile,
  { ratePercent, limits }: Pick<Facts, 'ratePercent' | 'limits'>,
): BankData['ratio'] {
  const loan = loanOf(profile, ratePercent);
  if (!loan) return null;
  const { values, rows } = profile;
  const month = {
    income_centavos:
      (values.salario_mensual ?? 0) +
      (values.otros_ingresos ?? 0) +
      (values.codeudor_salario ?? 0) +
      (values.codeudor_otros_ingresos ?? 0),
    installment_centavos: loan.installmentCents,
    debts_centavos:
      rows.deudas.reduce((sum, { cuota_centavos }) => sum + cuota_centavos, 0) +
      (values.codeudor_cuotas ?? 0),
  };
  const ratio = debtRatio(month, limits);
  return {
    ...month,
    housing: ratio?.housing_percent ?? null,
    total: ratio?.total_percent ?? null,
    light: ratio?.light ?? null,
  };
}
