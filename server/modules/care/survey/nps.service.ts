import { sql, type SQL } from 'drizzle-orm';
import type { Whose } from '#contract/care/survey/model.ts';
import { DETRACTOR_TO, PROMOTER_FROM } from '#contract/care/survey/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { idOf } from '#server/kernel/db.ts';
import { whose } from './survey.queries.ts';

/** What `npsOf` takes, of the answers within scope: an expression that gives a json. */
export const scoresOf = (ctx: Pick<Context, 'staff'>, filter: Whose): SQL =>
  sql`(select json_build_object('answers', count(*), 'promoters', count(*) filter (where a.score >= ${idOf(PROMOTER_FROM)}),
      'detractors', count(*) filter (where a.score <= ${idOf(DETRACTOR_TO)}))
    from survey_answers a join survey_asks k on k.id = a.ask_id join sales s on s.id = k.sale_id
    where ${whose(ctx, filter, sql`a.answered_at`)})`;
