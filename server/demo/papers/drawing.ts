import type { Files, UploadedFile } from '#server/kernel/files.ts';
import { thread } from '#server/kernel/thread.ts';
import type { DemoPaper, Transfer } from '../demoPapers.ts';
import type { DemoPerson } from '../people.ts';
import type { Paper } from './person.ts';

/** The documents of a sale: the first `most` documents of a person on a day, and the screenshot of a transfer. */
export interface Showing {
  person: DemoPerson;
  day: string;
  most: number;
  transfer: Transfer | null;
}

/** The thread's result for each sale. */
export interface Drawn {
  papers: DemoPaper[];
  proof: Paper | null;
}

/** The same, stored. */
export interface Shown {
  papers: { type: string; upload: UploadedFile }[];
  proof: UploadedFile | null;
}

const draw = thread<readonly Showing[], null, Drawn>(new URL('drawing.worker.ts', import.meta.url), {
  seconds: 600,
  megabytes: 512,
});

/** Draws and stores the documents of each sale, in order. A thread draws them while earlier sales are written. */
export function showAll(files: Files, showings: readonly Showing[]): Promise<Shown>[] {
  const all = showings.map(() => Promise.withResolvers<Shown>());
  // The caller handles the rejection; promises that nobody awaits must not end the process.
  for (const { promise } of all) promise.catch(() => undefined);
  let drawn = 0;
  draw(showings, (one) => all[drawn++]!.resolve(store(files, one))).catch((fault: unknown) => {
    for (const { reject } of all) reject(fault);
  });
  return all.map(({ promise }) => promise);
}

async function store(files: Files, { papers, proof }: Drawn): Promise<Shown> {
  const keep = ({ bytes, name, mime }: Paper) => files.keep(bytes, name, mime);
  const [kept, keptProof] = await Promise.all([
    Promise.all(papers.map(async (paper) => ({ type: paper.type, upload: await keep(paper) }))),
    proof && keep(proof),
  ]);
  return { papers: kept, proof: keptProof };
}
