import type { Db } from '#server/kernel/db.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { chance } from '../chance.ts';
import type { Frame } from '../large/frame.ts';
import { beginTelling } from '../large/large.ts';
import { tellSale } from '../large/sales.ts';
import { newCounters, type Telling, type ToldSale } from '../large/telling.ts';
import { COUNT, PAST, seedOf } from './course.ts';
import type { PastFrame } from './past.job.ts';

type Files = Pick<Frame, 'papers' | 'proofs'>;

/** Instead of the drawn files, to find out how many numbers the past needs. */
const BLANK: UploadedFile = { field: '', sha256: '', mime: '', size: 0, name: '' };
export const BLANK_FILES: Files = {
  papers: { get: () => [BLANK] } as unknown as Files['papers'],
  proofs: [BLANK],
};

/** Tells all sales of the past. The same frame gives the same sales, numbers and ids. */
export async function tellPast(
  db: Db,
  { at, lastLot, processors, advisers, projects, ...people }: PastFrame,
  files: Files,
): Promise<{ telling: Telling; sales: ToldSale[] }> {
  const frame: Frame = {
    ...people,
    ...files,
    accounts: [],
    projects: projects.map((one) => ({ ...one, processors, advisers, lots: 0, free: undefined })),
  };
  const counters = newCounters(lastLot, COUNT);
  const telling = await beginTelling(db, {
    frame,
    course: PAST,
    counters,
    random: chance(0),
    now: new Date(at),
  });
  const sales = Array.from({ length: COUNT }, (_, index) =>
    tellSale({ ...telling, random: chance(seedOf(index + 1)) }, index + 1, COUNT),
  );
  return { telling, sales };
}
