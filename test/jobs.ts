import { sql } from 'drizzle-orm';
import { rows } from '#server/kernel/db.ts';
import type { JobName } from '#server/kernel/jobs.ts';
import { modules } from '#server/modules.ts';
import type { z } from 'zod';
import type { TestApp } from './app.ts';

/** Runs the queued jobs of a name now, like a worker, even if they are not due yet. Returns how many. */
export async function runJobs(
  { app, database }: Pick<TestApp, 'app' | 'database'>,
  { name }: Pick<JobName<z.ZodType>, 'name'>,
): Promise<number> {
  const spec = modules.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name);
  if (!spec) throw new Error(`no job is called ${name}`);
  const waiting = await rows<{ data: unknown }>(
    database.db,
    sql`with taken as (update jobs.job set state = 'completed', completed_on = now() where name = ${name} and state = 'created'
      returning data, created_on) select data from taken order by created_on`,
  );
  for (const { data } of waiting) await app.core.jobs.run(spec, data);
  return waiting.length;
}
