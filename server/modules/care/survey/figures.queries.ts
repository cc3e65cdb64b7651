import { sql } from 'drizzle-orm';
import { monthText } from '#contract/dates.ts';
import type { SatisfactionFilter, SatisfactionRow, Whose } from '#contract/care/survey/model.ts';
import { DETRACTOR_TO, MIN_ANSWERS, npsOf, PROMOTER_FROM } from '#contract/care/survey/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { idOf, rows } from '#server/kernel/db.ts';
import { whose } from './survey.queries.ts';

type Found = Pick<SatisfactionRow, 'by' | 'id' | 'month' | 'answers' | 'promoters' | 'detractors'> & {
  name: string | null;
  average: number | null;
  asked: number | null;
  replied: number | null;
};

const WITHOUT = { proyecto: 'Sin proyecto', asesor: 'Sin asesor', contratista: 'Sin contratista' } as const;
const ORDER = ['total', 'proyecto', 'asesor', 'contratista', 'mes'];

const nameOf = ({ by, name, month }: Found): string => {
  if (by === 'total') return 'Todas';
  if (by === 'mes') return monthText(month ?? '');
  return name ?? WITHOUT[by];
};

/**
 * Satisfaction of the families within scope, of all and by project, adviser, contractor and month of the answer: those with most
 * answers first, the latest month first. What too few answered has its number only.
 */
export async function satisfactionOf(
  ctx: Context,
  { por, ...filter }: Whose & Pick<SatisfactionFilter, 'por'>,
): Promise<SatisfactionRow[]> {
  const found = await rows<Found>(
    ctx.db,
    sql`with answered as (
        select k.project_id, k.adviser_id, k.contractor_id, a.score,
          to_char(a.answered_at at time zone 'America/Panama', 'YYYY-MM') as month
        from survey_answers a join survey_asks k on k.id = a.ask_id join sales s on s.id = k.sale_id
        where ${whose(ctx, filter, sql`a.answered_at`)}
      ), grouped as (
        select case grouping(project_id, adviser_id, contractor_id, month) when 15 then 'total' when 7 then 'proyecto'
            when 11 then 'asesor' when 13 then 'contratista' else 'mes' end by,
          project_id, adviser_id, contractor_id, month, count(*)::int answers, round(avg(score), 1)::float8 average,
          count(*) filter (where score >= ${idOf(PROMOTER_FROM)})::int promoters,
          count(*) filter (where score <= ${idOf(DETRACTOR_TO)})::int detractors
        from answered group by grouping sets ((), (project_id), (adviser_id), (contractor_id), (month))
      ), questions as (
        select count(*)::int asked, count(a.ask_id)::int replied
        from survey_asks k join sales s on s.id = k.sale_id left join survey_answers a on a.ask_id = k.id
        where ${whose(ctx, filter, sql`k.asked_at`)}
      )
      select g.by, coalesce(g.project_id, g.adviser_id, g.contractor_id) id, g.month, coalesce(r.name, u.name, b.name) "name",
        g.answers, g.average, g.promoters, g.detractors, q.asked, q.replied
      from grouped g left join projects r on r.id = g.project_id left join users u on u.id = g.adviser_id
        left join partners b on b.id = g.contractor_id left join questions q on g.by = 'total'
      order by g.month desc, g.answers desc, "name", id`,
  );
  return found
    .filter(({ by }) => por === undefined || by === por)
    .toSorted((a, b) => ORDER.indexOf(a.by) - ORDER.indexOf(b.by))
    .map((one) => {
      const nps = npsOf(one);
      return {
        ...one,
        name: nameOf(one),
        average: one.answers < MIN_ANSWERS ? null : one.average,
        nps: nps?.nps ?? null,
        nps_from: nps?.from ?? null,
        nps_to: nps?.to ?? null,
      };
    });
}
