import { sql } from 'drizzle-orm';
import { loadDemo } from '#server/demo/demo.ts';
import { legalJob } from '#server/demo/legal/legal.job.ts';
import { materialsJob } from '#server/demo/works/materials.job.ts';
import { rows } from '#server/kernel/db.ts';
import type { TestApp } from './app.ts';

/** The demo company with what a job writes after its first start: the legal room and materials. Its past is left out. */
export async function loadWholeDemo({ app, database }: TestApp): Promise<void> {
  const { jobs, services } = app.house;
  await loadDemo(app, services.config.DATA_DIR);
  for (const job of [legalJob, materialsJob]) {
    const sent = await rows<{ data: unknown }>(
      database.db,
      sql`select data from jobs.job where name = ${job.name}`,
    );
    for (const { data } of sent) await jobs.run(job, data);
  }
}
