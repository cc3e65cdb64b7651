import { sql, type SQL } from 'drizzle-orm';
import { row, rows, type Db } from '#server/kernel/db.ts';

/** How long customers waited for an answer in the chat. Minutes. */
export interface AnswerFigures {
  rows: {
    /** YYYY-MM, by the answer's time. */
    month: string;
    /** All who answered; otherwise one colleague, or null: the bot, or the company's telephone. */
    everybody: boolean;
    id: number | null;
    name: string | null;
    answers: number;
    median: number;
    /** Nine of ten answers took no longer. */
    ninety: number;
  }[];
  waiting: number;
  longest: number | null;
}

/** A person of the project: a buyer, or a possible one. */
const personOf = (
  projectId: number,
): SQL => sql`(exists (select from sales s where s.project_id = ${projectId}
    and (s.person_id = c.person_id or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = c.person_id)))
  or exists (select from prospects t where t.person_id = c.person_id and t.project_id = ${projectId}))`;

/** The answers since an instant by month and colleague, and who waits now. */
export async function answerFigures(
  db: Db,
  projectId: number | null,
  { from, now }: { from: Date; now: Date },
): Promise<AnswerFigures> {
  const ofProject = projectId === null ? sql`true` : personOf(projectId);
  const found = await rows<AnswerFigures['rows'][number]>(
    db,
    sql`with answers as (
        select to_char(a.answered_at at time zone 'America/Panama', 'YYYY-MM') as month, a.user_id,
          extract(epoch from a.answered_at - a.asked_at)::float8 / 60 minutes
        from chat_answers a join conversations c on c.id = a.conversation_id
        where a.answered_at >= ${from}::timestamptz and ${ofProject}
      ), counted as (
        select month, grouping(user_id) = 1 everybody, user_id id, count(*)::int answers,
          round(percentile_cont(0.5) within group (order by minutes))::int median,
          round(percentile_cont(0.9) within group (order by minutes))::int ninety
        from answers group by grouping sets ((month), (month, user_id))
      )
      select counted.*, u.name from counted left join users u on u.id = counted.id
      order by month desc, everybody desc, answers desc, counted.id`,
  );
  const waits = await row<{ waiting: number; longest: number | null }>(
    db,
    sql`select count(*)::int waiting, round(extract(epoch from ${now}::timestamptz - min(c.waiting_since)) / 60)::int longest
      from conversations c where c.waiting_since is not null and c.joined_into_id is null and ${ofProject}`,
  );
  return { rows: found, ...waits! };
}
