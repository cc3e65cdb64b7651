import { drizzle } from 'drizzle-orm/node-postgres';
import { addMonths, panamaDay } from '#contract/dates.ts';
import { row, sql, type Database, type Db } from '#server/kernel/db.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { keepFigures } from '#server/modules/overview/reports/reports.service.ts';
import { salesTargets } from '#server/modules/overview/reports/targets.table.ts';
import { computeMedians } from '#server/modules/sales/board/stageTimes.service.ts';
import { tellAround } from '../large/around.ts';
import { holdDemo } from '../hold.ts';
import { sharedFiles } from '../large/frame.ts';
import { announceEnds } from '../large/large.ts';
import { sendAll } from '../large/sheets.ts';
import { placePast } from './cards.ts';
import { COUNT } from './course.ts';
import { writeDeeds } from './deeds.ts';
import { buildHouses } from './delivered.ts';
import { DeliverPast, type PastFrame } from './past.job.ts';
import { tellPast } from './tell.ts';

/** Writes the past in one transaction, unless it is there already or the demo was erased meanwhile. */
export async function writePast(ctx: JobContext, { pool }: Database, frame: PastFrame): Promise<void> {
  const client = await pool.connect();
  const db = drizzle({ client });
  try {
    await client.query('begin');
    if (await isWanted(db)) await write({ ...ctx, db }, client, frame);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function isWanted(db: Db): Promise<boolean> {
  if (!(await holdDemo(db))) return false;
  const [written] = [await row<{ some: boolean }>(db, sql`select exists (select from sales where id <= ${COUNT}) "some"`)]; // prettier-ignore
  return !written!.some;
}

async function write(
  ctx: JobContext & { db: Db },
  client: Parameters<typeof sendAll>[0],
  frame: PastFrame,
): Promise<void> {
  const { db } = ctx;
  const now = new Date(frame.at);
  const files = await sharedFiles({ db, files: ctx.files, now });
  const { telling, sales } = await tellPast(db, frame, files);
  // The bell lists notices by id, and these are long read. The cards are written below, by the product's rules.
  const { notices: _, cards: __, ...sheets } = telling.sheets;
  await sendAll(client, sheets, { frozen: false });
  await tellAround(client, {
    now: telling.now,
    file: files.proofs[0]!,
    people: frame,
    last: COUNT,
  });
  // Somebody decided long ago who of them is the same person.
  await db.execute(sql`delete from people_to_compare where person_id <= ${telling.counters.person}`);
  await writeDeeds(db, COUNT);
  await buildHouses(db);
  await placePast({ ...ctx, now }, client, sales);
  await announceEnds(db, ctx.jobs, COUNT);
  const { at, accountant, manager } = frame;
  await ctx.jobs.send(db, DeliverPast, { at, accountant, manager });
  await setTargets(db, frame, now);
  await computeMedians({ db, now });
  await keepFigures({ db, now }, 0);
}

/** Sales that a month should bring: for the company, and for each adviser. */
const TARGETS = { company: 45, adviser: 12 };

/** Targets of the last two months, this one and the next. */
async function setTargets(db: Db, { advisers, manager }: PastFrame, now: Date): Promise<void> {
  const first = `${panamaDay(now).slice(0, 7)}-01`;
  const months = [-2, -1, 0, 1].map((away) => addMonths(first, away));
  await db.insert(salesTargets).values(
    months.flatMap((month) =>
      [null, ...advisers].map((adviserId) => ({
        month,
        adviserId,
        sales: adviserId === null ? TARGETS.company : TARGETS.adviser,
        updatedBy: manager,
        updatedAt: now,
      })),
    ),
  );
}
