import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/kernel/embedded-postgres/launch.ts';
import { CHILD_ARGS, childEnv } from '#test/childEnv.ts';
import { makeTestFolder } from '#test/folders.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const READY_MS = 120_000;

export interface OwnServer {
  url: string;
  dataDir: string;
  /** All output so far. */
  printed(): string;
  end(): Promise<void>;
}

/** A separate server with the built web; its folder is deleted afterwards. */
export async function startOwnServer(environment: Record<string, string>): Promise<OwnServer> {
  const dataDir = await makeTestFolder('llave-e2e-own-');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = fork('server/main.ts', {
    cwd: root,
    execArgv: [...CHILD_ARGS],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: childEnv({
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...environment,
    }),
  });
  let text = '';
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const end = async (): Promise<void> => {
    if (isAlive(server)) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const deadline = performance.now() + READY_MS;
  while (isAlive(server) && performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && text.includes('Llave está en')) return { url, dataDir, printed: () => text, end };
    await pause(100);
  }
  await end();
  throw new Error(`The server did not start:\n${text.slice(-4000)}`);
}

const isAlive = (server: ChildProcess) => server.exitCode === null && server.signalCode === null;
