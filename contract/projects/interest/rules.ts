import { showDay } from '#contract/dates.ts';
import { formatMoney, formatPercent, percentOf, roundHalfUp } from '#contract/money.ts';
import type { LoanPlan } from './loan.ts';
import { REGION_NAMES, type ClosingCost, type InterestRule, type LendingLimits } from './model.ts';

/** Facts of a purchase that the rules need (domain.md §4.1). Money in centavos. */
export interface SubsidyCase {
  /** Day of the purchase, YYYY-MM-DD. */
  date: string;
  region: 1 | 2;
  price_centavos: number;
  new_dwelling: boolean;
  main_residence: boolean;
  /** No other registered home, and no earlier subsidy. */
  first_home: boolean;
  /** Panamanian or permanent resident. */
  resident: boolean;
  /** In a building. */
  vertical: boolean;
  /** Null: unknown. */
  family_income_centavos: number | null;
  /** The bank's rate, percent 0-100: the maximum reduction. */
  rate_percent: number;
}

export type Subsidy =
  | {
      applies: true;
      rule_id: number;
      regime: string;
      points_percent: number;
      months: number;
      /** false: the rule is probable and still to be confirmed. */
      sure: boolean;
      source: string;
    }
  | { applies: false; reason: string };

const no = (reason: string): Subsidy => ({ applies: false, reason });

export const inForce = (row: { valid_from: string; valid_to: string | null }, day: string) =>
  row.valid_from <= day && (row.valid_to === null || day <= row.valid_to);

/** The preferential interest of a purchase under the given rules, or the reason for none. Pure. */
export function subsidyFor(rules: readonly InterestRule[], buy: SubsidyCase): Subsidy {
  const there = rules.filter(
    (row) => inForce(row, buy.date) && (row.region === null || row.region === buy.region),
  );
  if (there.length === 0)
    return no(`No hay reglas de interés preferencial vigentes el ${showDay(buy.date)} en esta región.`);
  const cap = Math.max(...there.map((row) => row.max_centavos));
  if (buy.price_centavos > cap)
    return no(`El precio pasa del tope de ${formatMoney(cap)} vigente el ${showDay(buy.date)}.`);
  const rule = there.find(
    (row) => row.min_centavos <= buy.price_centavos && buy.price_centavos <= row.max_centavos,
  );
  if (!rule) return no('Ningún tramo vigente cubre este precio en esta región.');
  const lacking = whatLacks(rule, buy);
  if (lacking) return no(lacking);
  const points = pointsOf(rule, buy.rate_percent);
  if (points === 0) return no('La tasa del banco es cero: no hay interés que el Estado pague.');
  return {
    applies: true,
    rule_id: rule.id,
    regime: rule.regime,
    points_percent: points,
    months: rule.months,
    sure: rule.sure,
    source: rule.source,
  };
}

function whatLacks({ conditions, income_max_centavos }: InterestRule, buy: SubsidyCase): string | null {
  const asks = new Set(conditions);
  if (asks.has('nueva') && !buy.new_dwelling) return 'Solo aplica a viviendas nuevas.';
  if (asks.has('principal') && !buy.main_residence)
    return 'Solo aplica a la vivienda principal de quien compra.';
  if (asks.has('primera') && !buy.first_home)
    return 'Se da una sola vez, a quien no tiene otra vivienda inscrita.';
  if (asks.has('residente') && !buy.resident) return 'Es para panameños y residentes permanentes.';
  if (asks.has('vertical') && !buy.vertical) return 'En este precio aplica solo a viviendas en edificio.';
  if (income_max_centavos === null) return null;
  if (buy.family_income_centavos === null)
    return `Falta el ingreso familiar: este tramo llega hasta ${formatMoney(income_max_centavos)} al mes.`;
  return buy.family_income_centavos > income_max_centavos
    ? `El ingreso familiar pasa de ${formatMoney(income_max_centavos)} al mes, el límite de este tramo.`
    : null;
}

/** At most the bank's rate, and at most the share of it that the state covers. */
function pointsOf({ points_percent, share_max_percent }: InterestRule, rate: number): number {
  const share = share_max_percent === null ? rate : roundHalfUp(rate * share_max_percent * 10) / 1000;
  return Math.min(points_percent ?? rate, rate, share);
}

/** "Región 1 · USD 50,000.01 a USD 80,000.00: 4.50 % por 84 meses", for lists and histories. */
export function ruleText(
  rule: Pick<InterestRule, 'region' | 'min_centavos' | 'max_centavos' | 'points_percent' | 'months'>,
): string {
  const where = rule.region === null ? 'Todo el país' : REGION_NAMES[rule.region].split(' · ')[0]!;
  const band =
    rule.min_centavos === 0
      ? `hasta ${formatMoney(rule.max_centavos)}`
      : `${formatMoney(rule.min_centavos)} a ${formatMoney(rule.max_centavos)}`;
  const points = rule.points_percent === null ? 'todo el interés' : formatPercent(rule.points_percent);
  return `${where} · ${band}: ${points} por ${rule.months} meses`;
}

export interface CostLine {
  code: string;
  label: string;
  payer: ClosingCost['payer'];
  centavos: number;
  sure: boolean;
}

/** Closing costs of a purchase on a day: a project's own row replaces the general one with the same code. Centavos. */
export function costsOf(
  costs: readonly ClosingCost[],
  on: { date: string; project_id: number; price_centavos: number; loan_centavos: number },
): CostLine[] {
  const there = costs.filter(
    (row) => inForce(row, on.date) && (row.project_id === null || row.project_id === on.project_id),
  );
  const own = new Set(there.flatMap((row) => (row.project_id === null ? [] : [row.code])));
  return there
    .filter((row) => row.project_id !== null || !own.has(row.code))
    .filter((row) => row.basis !== 'prestamo' || on.loan_centavos > 0)
    .map((row) => ({
      code: row.code,
      label: row.label,
      payer: row.payer,
      sure: row.sure,
      centavos:
        row.basis === 'fijo'
          ? (row.amount_centavos ?? 0)
          : percentOf(row.basis === 'precio' ? on.price_centavos : on.loan_centavos, row.percent ?? 0),
    }))
    .toSorted((a, b) => a.code.localeCompare(b.code));
}

export type Light = 'verde' | 'ambar' | 'rojo';
export interface DebtRatio {
  /** Installment, and all debts, as percent of the family's income with two decimals. */
  housing_percent: number;
  total_percent: number;
  light: Light;
}

/** The light of one installment (domain.md §4.4); null while the income is unknown. Compared exactly, shown rounded. */
function debtRatio(
  of: { installment_centavos: number; debts_centavos: number; income_centavos: number | null },
  limits: LendingLimits,
): DebtRatio | null {
  const { installment_centavos: cuota, debts_centavos, income_centavos: income } = of;
  if (income === null || income <= 0) return null;
  const total = cuota + debts_centavos;
  const within = (amount: number, limit: number) => amount * 100 <= income * limit;
  const light =
    !within(cuota, limits.housing_amber) || !within(total, limits.debts_max)
      ? 'rojo'
      : within(cuota, limits.housing_green)
        ? 'verde'
        : 'ambar';
  const share = (amount: number) => roundHalfUp((amount * 10_000) / income) / 100;
  return { housing_percent: share(cuota), total_percent: share(total), light };
}

export interface InstallmentRatio extends DebtRatio {
  installment_centavos: number;
}
/** Verdict of the deciding installment, and of each one. */
export interface DebtVerdict extends InstallmentRatio {
  decides: Installment;
  /** Null when the preferential interest does not apply. */
  preferencial: InstallmentRatio | null;
  comercial: InstallmentRatio;
}
export type Installment = 'preferencial' | 'comercial';
export const INSTALLMENT_NAMES: Readonly<Record<Installment, string>> = {
  preferencial: 'Con interés preferencial',
  comercial: 'Sin interés preferencial',
};

/**
 * The application's only verdict on a loan. It computes both installments. The one paid from the first month decides:
 * the one with preferential interest when it applies, else the commercial one (domain.md §4.4 compares the income of
 * its example with 262.57, the subsidized one). Housing up to `housing_green` percent of the income is green, up to
 * `housing_amber` amber, above it red; all debts above `debts_max` are red. Null while the income is unknown. Centavos.
 */
export function debtVerdict(
  loan: LoanPlan,
  month: { debts_centavos: number; income_centavos: number | null },
  limits: LendingLimits,
): DebtVerdict | null {
  const of = (installment_centavos: number): InstallmentRatio | null => {
    const ratio = debtRatio({ installment_centavos, ...month }, limits);
    return ratio && { installment_centavos, ...ratio };
  };
  const comercial = of(loan.without.installment_centavos);
  const preferencial = loan.with && of(loan.with.installment_centavos);
  if (!comercial) return null;
  const decides = preferencial ? 'preferencial' : 'comercial';
  return { ...(preferencial ?? comercial), decides, preferencial, comercial };
}

/** Text of each light. */
export const LIGHT_TEXTS: Readonly<Record<Light, string>> = {
  verde: 'Dentro de lo que los bancos aceptan',
  ambar: 'Al límite: algunos bancos lo aceptan',
  rojo: 'Pasa de lo que los bancos aceptan',
};
