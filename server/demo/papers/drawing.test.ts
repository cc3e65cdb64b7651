import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderStore, openFiles, type Files } from '#server/kernel/files.ts';
import { proofOf } from '../demoPapers.ts';
import { demoPeople } from '../people.ts';
import { showAll, type Showing } from './drawing.ts';

let folder = '';
let files: Files;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'llave-papeles-'));
  files = openFiles(folderStore(path.join(folder, 'files')), path.join(folder, 'tmp'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const people = demoPeople(3, 2026);
const now = new Date('2026-11-21T15:00:00Z');
const showing = (at: number, more: Partial<Showing> = {}): Showing => ({
  person: people[at]!,
  day: '2026-11-20',
  most: Infinity,
  transfer: null,
  ...more,
});

test("each sale gets its own buyer's documents, as many as requested, stored completely", async () => {
  const transfer = { centavos: 50_000, reference: '70100137', now };
  const [none, two, all] = await Promise.all(
    showAll(files, [showing(0, { most: 0 }), showing(1, { most: 2 }), showing(2, { transfer })]),
  );
  expect(none).toEqual({ papers: [], proof: null });
  expect(two!.papers.map(({ type }) => type)).toEqual(['archivo_cedula', 'archivo_cedula_reverso']);
  expect(all!.papers.length).toBeGreaterThan(3);
  for (const [shown, buyer] of [
    [two!, people[1]!],
    [all!, people[2]!],
  ] as const)
    for (const { upload } of shown.papers) expect(upload.name).toContain(buyer.cedula.toLowerCase());
  const stored = await buffer(await files.store.read(all!.proof!.sha256));
  expect(stored.equals((await proofOf(people[2]!, transfer)).bytes)).toBe(true);
});

test('a fault in the thread rejects every waiting sale', async () => {
  const broken = { ...showing(1), person: null } as unknown as Showing;
  const [first, ...others] = await Promise.allSettled(
    showAll(files, [showing(0, { most: 1 }), broken, showing(2)]),
  );
  expect(first!.status).toBe('fulfilled');
  expect(others.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
