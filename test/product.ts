import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { freePort } from '#server/kernel/embedded-postgres/launch.ts';
import type { TestApp } from './app.ts';
import { CHILD_ARGS, childEnv } from './childEnv.ts';

export interface Product {
  url(): string;
  start(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

/**
 * The product as a process of its own on the database of a file's tests, to be killed and started again on its port. Its
 * clock is the real one. Called while the file is collected: a hook that a running test registers never runs, and the
 * process would keep the tests from ending.
 */
export function useProduct(llave: TestApp): Product {
  let folder: string | undefined;
  let port: number | undefined;
  let child: ChildProcess | undefined;
  async function kill(): Promise<void> {
    if (!child) return;
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await gone;
    child = undefined;
  }
  afterAll(async () => {
    await kill();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return {
    url: () => `http://127.0.0.1:${port}`,
    kill,
    async start() {
      folder ??= await mkdtemp(path.join(tmpdir(), 'llave-proceso-'));
      port ??= await freePort();
      const started = fork(path.resolve(import.meta.dirname, '../server/main.ts'), {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        execArgv: [...CHILD_ARGS],
        env: childEnv({
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: folder,
          DATABASE_URL: llave.database.pool.options.connectionString,
          DATABASE_OWNER_URL: llave.ownerUrl,
          WORKER: '0',
          LOG_LEVEL: 'error',
        }),
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.on('exit', (code) => reject(new Error(`the product ended with ${code}`)));
        // Read on after the first line: a pipe that nobody reads would end the process.
        started.stdout!.on('data', (said) => String(said).includes('Llave está en') && resolve());
      });
    },
  };
}
