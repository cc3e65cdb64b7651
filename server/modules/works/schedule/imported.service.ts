import { sql } from 'drizzle-orm';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { lockSchedules } from './loaded.service.ts';
import { recalculate } from './recalculate.service.ts';

interface RealDays {
  id: number;
  started: string | null;
  finished: string | null;
}

/**
 * Writes the real days of scheduled activities from an import, and calculates their schedules. What is written here stands
 * against the jobs; without days the jobs count again.
 */
export async function writeRealDays(ctx: Context, list: readonly RealDays[]): Promise<void> {
  const found = await rows<{ schedule: number }>(
    ctx.db,
    sql`update schedule_tasks t set started_on = n.started, finished_on = n.finished, imported = n.started is not null
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) n(id bigint, started date, finished date)
      where t.id = n.id returning t.schedule_id::int schedule`,
  );
  const ids = [...new Set(found.map(({ schedule }) => schedule))];
  for (const schedule of await lockSchedules(ctx.db, ids)) {
    await recalculate(ctx, schedule);
    await announce(ctx, {
      record: 'cronograma',
      id: schedule.id,
      verb: 'importar',
      of: ['contrato', schedule.contractId],
    });
  }
}
