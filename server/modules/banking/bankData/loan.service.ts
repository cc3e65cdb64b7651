import { planLoan, type LoanPlan } from '#contract/projects/interest/loan.ts';
import { debtVerdict, subsidyFor } from '#contract/projects/interest/rules.ts';
import type { Profile } from '#contract/banking/bankData/bankData.rows.ts';
import type { BankData } from '#contract/banking/bankData/bankData.model.ts';
import type { SaleTerms } from '#server/modules/sales/quotes/terms.service.ts';

/**
 * What the family earns and owes a month, in cents: as the profile says; while it says nothing, as it was declared for the
 * proforma.
 */
function monthOf({ values, rows }: Profile, terms: SaleTerms) {
  const income =
    (values.salario_mensual ?? 0) +
    (values.otros_ingresos ?? 0) +
    (values.codeudor_salario ?? 0) +
    (values.codeudor_otros_ingresos ?? 0);
  const answered = rows.deudas.length > 0 || values.sin_deudas === true || values.codeudor_cuotas != null;
  const debts =
    rows.deudas.reduce((sum, { cuota_centavos }) => sum + cuota_centavos, 0) + (values.codeudor_cuotas ?? 0);
  return {
    income_centavos: income > 0 ? income : (terms.incomeCents ?? 0),
    debts_centavos: answered ? debts : terms.debtsCents,
  };
}

/** The loan that a profile asks for by the terms of its sale; null while it cannot be worked out. In cents. */
export function loanOf(profile: Profile, terms: SaleTerms): { amountCents: number; plan: LoanPlan } | null {
  const { precio, abono, plazo_anos } = profile.values;
  if (precio == null || abono == null || plazo_anos == null || plazo_anos < 1 || abono >= precio) return null;
  const amountCents = precio - abono;
  const subsidy = subsidyFor(terms.rules, {
    ...terms.buy,
    price_centavos: precio,
    rate_percent: terms.ratePercent,
    family_income_centavos: monthOf(profile, terms).income_centavos || null,
  });
  const plan = planLoan({
    principal_centavos: amountCents,
    rate_percent: terms.ratePercent,
    // The form asks for whole years: what was agreed in months stays so while the years are the same.
    months: plazo_anos === yearsOf(terms.months) ? terms.months : plazo_anos * 12,
    feci: terms.feci,
    subsidy: subsidy.applies ? subsidy : null,
  });
  return { amountCents, plan };
}

const YEARS_MOST = 35;
/** Years that a bank's form says for so many months. */
export const yearsOf = (months: number) => Math.min(YEARS_MOST, Math.max(1, Math.round(months / 12)));

/** What the family earns and owes a month, in cents, and what that means for the loan (contract/projects/interest/rules.ts). */
export function ratioOf(profile: Profile, terms: SaleTerms): BankData['ratio'] {
  const loan = loanOf(profile, terms);
  if (!loan) return null;
  const month = monthOf(profile, terms);
  return {
    ...month,
    installment_centavos: (loan.plan.with ?? loan.plan.without).installment_centavos,
    verdict: debtVerdict(loan.plan, month, terms.limits),
  };
}
