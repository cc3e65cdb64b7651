import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { and, eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { InterestRule, LendingLimits } from '#contract/projects/interest/model.ts';
import type { SubsidyCase } from '#contract/projects/interest/rules.ts';
import { percentOf } from '#contract/money.ts';
import type { QuoteTerms } from '#contract/sales/quotes/model.ts';
import { row, sql, type Db, anyOf } from '#server/kernel/db.ts';
import { lendingLimits, rulesFrom } from '#server/modules/projects/interest/interest.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { sales } from '#server/modules/sales/sale/sales.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { agreedPrice, priceOfSale } from './agreed.service.ts';
import { quoteVersions, saleQuotes } from './quotes.table.ts';

type Sale = Pick<
  typeof sales.$inferSelect,
  'id' | 'stateId' | 'modelId' | 'projectId' | 'personId' | 'priceCents' | 'receivedAt' | 'createdAt'
>;

/** The agreed terms of a sale. Money in centavos, percent as 0-100. */
export interface SaleTerms {
  /**
   * plan: accounting's payment plan · proforma: the accepted one · proyecto: nothing agreed yet, the project's
   * defaults.
   */
  source: 'plan' | 'proforma' | 'proyecto';
  priceCents: number;
  downCents: number;
  /** Price minus down payment: the amount of the loan. */
  financedCents: number;
  ratePercent: number;
  /** Months of the loan. */
  months: number;
  feci: boolean;
  /** Income declared for the proforma; null: not given. */
  incomeCents: number | null;
  debtsCents: number;
  /** Other inputs of the preferential interest, and the rules and limits for this sale. */
  buy: Omit<SubsidyCase, 'family_income_centavos' | 'price_centavos' | 'rate_percent'>;
  rules: readonly InterestRule[];
  limits: LendingLimits;
}

/** The proforma that the sale is based on; undefined without one, or after another model was chosen. */
async function acceptedQuote(db: Db, sale: Pick<Sale, 'id' | 'modelId'>) {
  if (!(await agreedPrice(db, sale))) return undefined;
  const [found] = await db
    .select({ snapshot: quoteVersions.snapshot, result: quoteVersions.result })
    .from(saleQuotes)
    .innerJoin(
      quoteVersions,
      and(eq(quoteVersions.quoteId, saleQuotes.quoteId), eq(quoteVersions.number, saleQuotes.number)),
    )
    .where(eq(saleQuotes.saleId, sale.id));
  return found;
}

/** The down payment of some terms for a price, in centavos. */
const downOf = (price: number, terms: Pick<QuoteTerms, 'abono_centavos' | 'abono_percent'>) =>
  Math.min(price, terms.abono_centavos ?? percentOf(price, terms.abono_percent));

/** The down payment of the payment plan with the separation, in centavos; null without a plan. */
async function plannedDown(db: Db, saleId: number): Promise<number | null> {
  const found = await row<{ cents: number | null }>(
    db,
    sql`select (case when bool_or(type_id in ${anyOf([PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment])}) then sum(due_cents) end)::bigint cents
      from payments where sale_id = ${saleId} and type_id in ${anyOf([PAYMENT_TYPE.separation, PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment])} and state_id not in ${anyOf([PAYMENT.rejected, PAYMENT.refunded, PAYMENT.voided])}`,
  );
  return found?.cents ?? null;
}

/**
 * The terms of a sale; the only place that decides them. Down payment: the payment plan, else the accepted proforma,
 * else the project. The loan's rate, months and FECI: the proforma, else the project. The rules of the preferential
 * interest: of the day of the proforma, else of the pre-contract (domain.md: a sale keeps the rates of its proforma).
 */
export async function termsOfSale(db: Db, sale: Sale): Promise<SaleTerms> {
  const quote = (await acceptedQuote(db, sale))?.snapshot;
  const planned = await plannedDown(db, sale.id);
  const [about] = await db
    .select({
      project: projects,
      documentType: people.documentType,
    })
    .from(projects)
    .innerJoin(people, eq(people.id, sale.personId))
    .where(eq(projects.id, sale.projectId));
  const { project, documentType } = about!;
  const price = await priceOfSale(db, sale);
  const down =
    planned ??
    downOf(price, quote?.terms ?? { abono_centavos: null, abono_percent: project.downPaymentPercent });
  const date = quote?.date ?? panamaDay(sale.receivedAt ?? sale.createdAt);
  return {
    source: planned !== null ? 'plan' : quote ? 'proforma' : 'proyecto',
    priceCents: price,
    downCents: down,
    financedCents: Math.max(0, price - down),
    ratePercent: quote?.terms.tasa_percent ?? project.ratePercent,
    months: quote?.terms.plazo_meses ?? project.termMonths,
    feci: quote?.terms.feci ?? false,
    incomeCents: quote?.terms.ingreso_centavos ?? null,
    debtsCents: quote?.terms.deudas_centavos ?? 0,
    buy: {
      date,
      region: quote?.region ?? (project.region === 1 ? 1 : 2),
      new_dwelling: true,
      main_residence: quote?.terms.vivienda_principal ?? true,
      first_home: quote?.terms.primera_vivienda ?? true,
      // A passport means not resident; a cédula means resident, also E-….
      resident: quote?.terms.residente ?? documentType !== 'pasaporte',
      vertical: quote?.terms.en_edificio ?? false,
    },
    rules: quote?.rules ?? (await rulesFrom(db, date)),
    limits: quote?.limits ?? (await lendingLimits(db)),
  };
}

/** The payment plan that the proforma of a sale offered, in centavos; null without a proforma. */
export async function agreedPlan(
  db: Db,
  sale: Sale,
): Promise<{ cents: number; months: number; first_on: string } | null> {
  const quote = await acceptedQuote(db, sale);
  const first = quote?.result.parts.find(({ kind }) => kind === 'abono' || kind === 'cuota');
  if (!quote || !first?.due_on) return null;
  const { terms } = quote.snapshot;
  return {
    cents: downOf(await priceOfSale(db, sale), terms),
    months: terms.cuotas,
    first_on: first.due_on,
  };
}
