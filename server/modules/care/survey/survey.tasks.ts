import { sql } from 'drizzle-orm';
import { CALL_DAYS, DETRACTOR_TO } from '#contract/care/survey/rules.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import type { TaskQuery } from '#server/kernel/tasks.ts';
import { callsInReach } from './survey.scope.ts';

/** Families that gave a low score and were not called yet, for whoever hands houses over. */
export function callTasks(ctx: Context): TaskQuery | null {
  if (!ctx.staff?.colleague || !scopeOf(ctx, 'ventas.entregar')) return null;
  return {
    rows: sql`select k.id, k.person_id, k.project_id, a.score, a.comment, a.answered_at
      from survey_answers a join survey_asks k on k.id = a.ask_id join sales s on s.id = k.sale_id join people p on p.id = k.person_id
      where a.score <= ${idOf(DETRACTOR_TO)} and a.called_at is null and p.purged_at is null and ${callsInReach(ctx)}`,
    joins: sql`join people p on p.id = w.person_id join projects r on r.id = w.project_id`,
    id: sql`w.id`,
    title: sql`p.name || ' · ' || r.name`,
    text: sql`'Llamar a la familia: dio ' || w.score || ' de 10' || coalesce('. «' || left(w.comment, 120) || '»', '')`,
    due: sql`(w.answered_at at time zone 'America/Panama')::date + ${idOf(CALL_DAYS)}`,
    since: sql`w.answered_at`,
    phone: sql`nullif(p.phone, '')`,
  };
}
