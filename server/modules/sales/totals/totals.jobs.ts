import { z } from 'zod';
import { sql } from '#server/kernel/db.ts';
import { job } from '#server/kernel/jobs.ts';

/** Each minute: merges the changes of the sales' totals into one row per state, project, processor and adviser. */
export const foldTotals = job({
  inSafeMode: true,
  name: 'sales.foldTotals',
  payload: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    // Only groups with more than one row; single rows stay untouched.
    await ctx.db.execute(sql`
      with many as (
        select state_id, project_id, processor_id, adviser_id from sale_totals group by 1, 2, 3, 4 having count(*) > 1
      ), gone as (
        delete from sale_totals t using many m where t.state_id = m.state_id and t.project_id = m.project_id
          and t.processor_id is not distinct from m.processor_id and t.adviser_id is not distinct from m.adviser_id
        returning t.*
      )
      insert into sale_totals (state_id, project_id, processor_id, adviser_id, total)
      select state_id, project_id, processor_id, adviser_id, sum(total) from gone
      group by state_id, project_id, processor_id, adviser_id having sum(total) <> 0`);
    await ctx.db.execute(sql`
      with many as (select kind, key, state_id from sale_counts group by 1, 2, 3 having count(*) > 1),
      gone as (
        delete from sale_counts c using many m where c.kind = m.kind and c.key = m.key and c.state_id = m.state_id returning c.*
      )
      insert into sale_counts (kind, key, state_id, total)
      select kind, key, state_id, sum(total) from gone group by kind, key, state_id having sum(total) <> 0`);
  },
});
