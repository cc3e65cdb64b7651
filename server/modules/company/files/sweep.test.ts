import { createHash, randomBytes } from 'node:crypto';
import { rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import { files, settings } from '#server/kernel/kernel.table.ts';
import { media } from '#server/modules/projects/projects/projects.table.ts';
import { useApp } from '#test/app.ts';
import { makeProject } from '#test/factories.ts';
import { sweepAllBytes, sweepBytes } from './files.jobs.ts';

const llave = useApp();

const store = () => llave.app.core.services.files.store;
const keep = (bytes: Buffer) => llave.app.core.services.files.keep(bytes, 'papel.pdf', 'application/pdf');
const sweep = () => llave.app.core.jobs.run(sweepAllBytes, {});
const fileOf = (sha256: string) =>
  path.join(llave.app.core.services.config.DATA_DIR, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Bytes uploaded two days ago, by the tests' clock. */
async function keepOld(bytes = randomBytes(2000)): Promise<string> {
  const { sha256 } = await keep(bytes);
  const then = new Date(llave.clock.now().getTime() - 2 * DAY_MS);
  await utimes(fileOf(sha256), then, then);
  return sha256;
}

const row = (sha256: string) => ({
  sha256,
  mime: 'application/pdf',
  size: 2000,
  name: 'papel.pdf',
  reference: 'prueba',
  referenceId: 1,
  createdAt: llave.clock.now(),
});

describe('bytes without a row', () => {
  test('are removed within the hour, and bytes that any row refers to stay', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const [lost, ofFile, ofMedia, ofVariant, ofSetting] = await Promise.all(
      Array.from({ length: 5 }, () => keepOld()),
    );
    const fresh = (await keep(randomBytes(2000))).sha256;
    await db.insert(files).values(row(ofFile!));
    await db.insert(media).values({
      projectId: project.id,
      kind: 'foto',
      alt: 'Casa',
      sha256: ofMedia!,
      mime: 'image/webp',
      variants: [{ width: 480, sha256: ofVariant! }],
      createdAt: llave.clock.now(),
    });
    await db
      .insert(settings)
      .values({ key: 'prueba', value: { logo: { sha256: ofSetting! } }, updatedAt: llave.clock.now() });
    await sweep();
    const there = await Promise.all(
      [lost, ofFile, ofMedia, ofVariant, ofSetting, fresh].map((sha256) => store().has(sha256!)),
    );
    expect(there).toEqual([false, true, true, true, true, true]);
  });

  test('recent ones are found without a full scan', async () => {
    const minutes = async (sha256: string, ago: number) => {
      const then = new Date(llave.clock.now().getTime() - ago * 60_000);
      await utimes(fileOf(sha256), then, then);
      await utimes(path.dirname(fileOf(sha256)), then, then);
    };
    const [lost, fresh, old] = [
      (await keep(randomBytes(2000))).sha256,
      (await keep(randomBytes(2000))).sha256,
      await keepOld(),
    ];
    await minutes(lost, 40);
    await minutes(fresh, 20);
    await minutes(old, 2 * 24 * 60);
    await llave.app.core.jobs.run(sweepBytes, {});
    expect(await Promise.all([lost, fresh, old].map((sha256) => store().has(sha256)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('a killed sweep is repaired by the next one', async () => {
    const sha256 = await keepOld();
    await llave.database.db.insert(files).values(row(sha256));
    await rename(fileOf(sha256), `${fileOf(sha256)}.0b8e.borrar`);
    await sweep();
    expect(await store().has(sha256)).toBe(true);
  });

  test('uploaded again during the sweep, they exist for the new row', async () => {
    const rounds = 40;
    for (let round = 0; round < rounds; round += 1) {
      const bytes = randomBytes(3000);
      const sha256 = await keepOld(bytes);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      const before = new Date(llave.clock.now().getTime() - DAY_MS);
      // Tests both cases: concurrent uploads, and a removal without the previous look-up.
      const [again] = await Promise.all([
        keep(bytes),
        store().removeUnlessTouched(sha256, before),
        keep(bytes),
        store().removeUnlessTouched(sha256, before),
        keep(bytes),
      ]);
      await llave.database.db.insert(files).values(row(again.sha256));
      expect(await store().has(sha256)).toBe(true);
      expect(await store().size(sha256)).toBe(3000);
    }
  });
});
