import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { child } from './child.ts';
import { ThreadEnded } from './thread.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'llave-child-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
async function run(lines: string, limits = { seconds: 20, megabytes: 400 }) {
  const file = path.join(folder, `${(files += 1)}.mjs`);
  await writeFile(file, `process.once('message', async (task) => { ${lines} });`);
  return child<{ n: number }, unknown>(pathToFileURL(file), limits)({ n: 20 });
}
const reasonOf = async (work: Promise<unknown>) =>
  work.catch((error: unknown) => (error instanceof ThreadEnded ? error.reason : error));

describe('a child process', () => {
  test('answers its task', async () => {
    expect(await run('process.send(task.n + 1)')).toBe(21);
  });
  test('sees no environment variables but PATH and LC_ALL', async () => {
    const names = await run(
      "process.send(Object.keys(process.env).filter((name) => !name.startsWith('NODE_')))",
    );
    expect(names).toEqual(['PATH', 'LC_ALL']);
  });
  test('is ended when its time or its memory runs out', async () => {
    expect(await reasonOf(run('for (;;);', { seconds: 0.5, megabytes: 400 }))).toBe('time');
    expect(
      await reasonOf(run('globalThis.kept = Buffer.alloc(900e6, 1);', { seconds: 20, megabytes: 300 })),
    ).toBe('memory');
  });
  test('reports a failure', async () => {
    expect(await reasonOf(run('process.exit(3)'))).toBe('fault');
  });
});
