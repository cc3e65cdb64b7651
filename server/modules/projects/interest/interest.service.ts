import { and, asc, eq, gte, isNull, or } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { ClosingCost, InterestRule } from '#contract/projects/interest/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { Lately } from '#server/kernel/lately.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { closingCosts, interestRules } from './interest.table.ts';

/** Record name under which a change of the interest rules is announced, with its id. */
export const RULE_CHANGE = 'cambio_regla';

export const toRule = (row: typeof interestRules.$inferSelect): InterestRule => ({
  id: row.id,
  regime: row.regime,
  region: row.region === null ? null : row.region === 1 ? 1 : 2,
  min_centavos: row.minCents,
  max_centavos: row.maxCents,
  points_percent: row.pointsPercent,
  months: row.months,
  conditions: row.conditions,
  income_max_centavos: row.incomeMaxCents,
  share_max_percent: row.shareMaxPercent,
  valid_from: row.validFrom,
  valid_to: row.validTo,
  sure: row.sure,
  source: row.source,
});

export const toCost = (row: typeof closingCosts.$inferSelect): ClosingCost => ({
  id: row.id,
  code: row.code,
  label: row.label,
  project_id: row.projectId,
  basis: row.basis as ClosingCost['basis'],
  amount_centavos: row.amountCents,
  percent: row.percent,
  payer: row.payer as ClosingCost['payer'],
  valid_from: row.validFrom,
  valid_to: row.validTo,
  sure: row.sure,
  source: row.source,
});

/** Interest rules that are valid on a day or later, the cheapest band first. */
export async function rulesFrom(db: Db, day: string): Promise<InterestRule[]> {
  const found = await db
    .select()
    .from(interestRules)
    .where(
      and(
        isNull(interestRules.retiredAt),
        or(isNull(interestRules.validTo), gte(interestRules.validTo, day)),
      ),
    )
    .orderBy(asc(interestRules.validFrom), asc(interestRules.minCents), asc(interestRules.id));
  return found.map(toRule);
}

/** Closing costs that are valid on a day or later; with a project, the general costs and the project's own. */
export async function costsFrom(db: Db, day: string, projectId?: number): Promise<ClosingCost[]> {
  const found = await db
    .select()
    .from(closingCosts)
    .where(
      and(
        isNull(closingCosts.retiredAt),
        or(isNull(closingCosts.validTo), gte(closingCosts.validTo, day)),
        projectId === undefined
          ? undefined
          : or(isNull(closingCosts.projectId), eq(closingCosts.projectId, projectId)),
      ),
    )
    .orderBy(asc(closingCosts.code), asc(closingCosts.validFrom), asc(closingCosts.id));
  return found.map(toCost);
}

/** The lending limits of banks, from the company's settings; percents as 0-100. */
export async function lendingLimits(db: Db) {
  const { quotes } = await readSettings(db);
  return {
    housing_green: quotes.housingGreen,
    housing_amber: quotes.housingAmber,
    debts_max: quotes.debtsMax,
    financing_max: quotes.financingMax,
  };
}

const known = new Lately<InterestRule[]>({ ms: 5_000 });
export const forgetRules = () => known.forget();
/** Cached for five seconds, because public pages ask often. */
export function rulesToday(db: Db, now: Date): Promise<InterestRule[]> {
  const day = panamaDay(now);
  return known.read(day, () => rulesFrom(db, day));
}
