import { sql } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';

/** Gives the entries of open days the last reading of their day at the hour of writing; a later run corrects it. */
export async function stampWeather(db: Db, diaryIds: readonly number[]): Promise<void> {
  if (diaryIds.length === 0) return;
  await db.execute(sql`update diary_entries e set weather = (
    select jsonb_build_object('descripcion', r.description, 'temperatura', r.temperature, 'lluvia_mm', r.rain_mm, 'al', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from weather_readings r join diaries told on told.id = e.diary_id
    where r.project_id = told.project_id and r.day = told.day and r.at <= e.written_at + e.clock_offset * interval '1 second' order by r.at desc, r.id desc limit 1)
    where e.sealed_in_id in (select d.id from diaries d where d.id = any(${sql.param([...diaryIds])}) and d.sealed_at is null)`);
}
