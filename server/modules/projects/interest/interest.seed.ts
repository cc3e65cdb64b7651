import { CLOSING_COSTS, INTEREST_RULES } from '#contract/projects/interest/seed.ts';
import type { Db } from '#server/kernel/db.ts';
import { closingCosts, interestRules } from './interest.table.ts';

/** Inserts the rules and costs of the law into empty tables only; afterwards the office maintains them. */
export async function seedInterest(db: Db): Promise<void> {
  const now = new Date();
  if ((await db.$count(interestRules)) === 0)
    await db.insert(interestRules).values(
      INTEREST_RULES.map((row) => ({
        regime: row.regime,
        region: row.region,
        minCents: row.min_centavos,
        maxCents: row.max_centavos,
        pointsPercent: row.points_percent,
        months: row.months,
        conditions: [...row.conditions],
        validFrom: row.valid_from,
        validTo: row.valid_to,
        sure: row.sure,
        source: row.source,
        createdAt: now,
      })),
    );
  if ((await db.$count(closingCosts)) === 0)
    await db.insert(closingCosts).values(
      CLOSING_COSTS.map((row) => ({
        code: row.code,
        label: row.label,
        basis: row.basis,
        amountCents: row.amount_centavos,
        percent: row.percent,
        payer: row.payer,
        validFrom: row.valid_from,
        validTo: row.valid_to,
        sure: row.sure,
        source: row.source,
        createdAt: now,
      })),
    );
}
