import { asc, eq, sql } from 'drizzle-orm';
import { addDays } from '#contract/dates.ts';
import type { WarrantyRuleRow } from '#contract/care/warranty/model.ts';
import { coverState, type CoverClock, type WarrantyRule } from '#contract/care/covers/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { warrantyRules } from './covers.table.ts';

/** All rules of warranty, with those of the past: a house keeps the one of its delivery. */
export const rulesNow = (db: Db): Promise<WarrantyRule[]> =>
  db
    .select({
      id: warrantyRules.id,
      cover: warrantyRules.cover,
      months: warrantyRules.months,
      validFrom: warrantyRules.validFrom,
    })
    .from(warrantyRules);

/** The rules as screens show them, by cover and day. */
export async function listRules(db: Db): Promise<WarrantyRuleRow[]> {
  const found = await db
    .select({ rule: warrantyRules, by: users.name })
    .from(warrantyRules)
    .leftJoin(users, eq(users.id, warrantyRules.createdBy))
    .orderBy(
      sql`array_position(array['acabados', 'instalaciones', 'ocultos', 'estructura'], ${warrantyRules.cover})`,
      asc(warrantyRules.validFrom),
    );
  return found.map(({ rule, by }, at) => {
    const next = found[at + 1]?.rule;
    return {
      id: rule.id,
      cover: rule.cover,
      months: rule.months,
      valid_from: rule.validFrom,
      valid_until: next?.cover === rule.cover ? addDays(next.validFrom, -1) : null,
      source: rule.source,
      by,
    };
  });
}

/** A clock as screens show it on a day. */
export const presentClock = ({ cover, until, months }: CoverClock, today: string) => ({
  cover,
  until,
  months,
  state: coverState(until, today),
});
