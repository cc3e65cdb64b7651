import { eq } from 'drizzle-orm';
import { HOUR_MS } from '#contract/dates.ts';
import type { JobContext } from '#server/kernel/jobs.ts';
import { representatives } from '#server/modules/legal/representatives/representatives.table.ts';
import { contextAt } from '../actors.ts';
import { holdDemo } from '../hold.ts';
import { orderNotices, readOldNotices } from '../notices.ts';
import { makeAddenda } from './addenda.ts';
import { makeComplaints } from './complaints.ts';
import { makeEndings } from './endings.ts';
import { makeLetter, makeRepresentatives, REPRESENTATIVE } from './letters.ts';
import { makePromises } from './promises.ts';
import { LAWYER, type At } from './telling.ts';

/** Writes the demo's legal room through its services, unless it is there already or the demo was erased meanwhile. */
export async function writeLegal(
  ctx: JobContext,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const { db } = ctx;
  if (!(await holdDemo(db))) return;
  const there = await db.$count(representatives, eq(representatives.email, REPRESENTATIVE));
  if (there > 0) return;
  const at: At = (hoursAgo, actor = LAWYER) =>
    contextAt(
      { core: { services: ctx }, log: ctx.log },
      db,
      staff,
      new Date(now.getTime() - hoursAgo * HOUR_MS),
      actor,
    );
  const representativeId = await makeRepresentatives(at, staff.get('gerencia') ?? null);
  await makeLetter(at, representativeId);
  const signed = await makePromises(at, representativeId);
  if (signed) await makeAddenda(at, signed, representativeId);
  await makeEndings(at, representativeId);
  await makeComplaints(at);
  await orderNotices(db);
  await readOldNotices(db, now);
}
