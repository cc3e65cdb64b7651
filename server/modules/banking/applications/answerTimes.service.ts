import { sql } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import {
  ANSWERS_NEEDED,
  ANSWERS_SEEN,
  USUAL_ANSWER,
} from '#contract/banking/applications/applicationRules.ts';
import type { AnswerTime } from '#contract/banking/applications/applications.ts';
import { preparedRows, type Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';

/**
 * Working days in which banks answer: the median of each one's last answers, and the longest usual time while it has given too few
 * (decisions/0023). Of those given, else of every bank that ever answered.
 */
export async function answerTimes(db: Db, bankIds?: readonly number[]): Promise<AnswerTime[]> {
  const known = await catalogLabels(db, banks);
  const asked = bankIds ?? [...known.keys()];
  const found = await preparedRows<{ bankId: number; days: number | null; answers: number }>(
    db,
    sql`select asked.id "bankId", past.days, past.answers
      from unnest(${sql.param([...asked])}::int[]) asked(id)
      cross join lateral (
        select percentile_disc(0.5) within group (order by answer_days)::int days, count(answer_days)::int answers from (
          select answer_days from bank_applications
          where bank_id = asked.id and answered_at is not null and sent_at is not null
          order by answered_at desc limit ${sql.raw(String(ANSWERS_SEEN))}) last) past`,
  );
  return found
    .filter(({ answers }) => bankIds !== undefined || answers > 0)
    .map(({ bankId, days, answers }) => ({
      bank: { id: bankId, name: known.get(bankId) ?? `Banco ${bankId}` },
      days: days !== null && answers >= ANSWERS_NEEDED ? days : USUAL_ANSWER.to,
      answers,
      known: answers >= ANSWERS_NEEDED,
    }));
}
