import { sql } from 'drizzle-orm';
import { loadDemo } from '#server/demo/demo.ts';
import { legalJob } from '#server/demo/legal/legal.job.ts';
import { worksJob } from '#server/demo/works/works.job.ts';
import { rows } from '#server/kernel/db.ts';
import type { JobSpec } from '#server/kernel/jobs.ts';
import type { TestApp } from './app.ts';

/** The demo company with what jobs write after its first start: the legal room and the works. Its past is left out. */
export async function loadWholeDemo(llave: TestApp): Promise<void> {
  await loadDemo(llave.app, llave.app.core.services.config.DATA_DIR);
  await writeLater(llave, legalJob);
  await writeLater(llave, worksJob);
}

/** Runs what a start of the demo left to a job. */
export async function writeLater({ app, database }: TestApp, spec: JobSpec): Promise<void> {
  const sent = await rows<{ data: unknown }>(
    database.db,
    sql`select data from jobs.job where name = ${spec.name}`,
  );
  for (const { data } of sent) await app.core.jobs.run(spec, data);
}
