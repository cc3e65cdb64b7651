import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CHILD_ARGS, childEnv } from '#test/childEnv.ts';
import { makeTestFolder } from '#test/folders.ts';
import { fakeProviders } from '#test/onlinePay.ts';
import { fakeWhatsapp } from '#test/whatsapp.ts';

const root = path.resolve(import.meta.dirname, '../..');
const logFile = path.join(root, '.cache/e2e-server.log');

/** The password of every demo user in the browser tests. */
const PASSWORD = 'demo-llave-2026';
/** Ends a start that hangs; a slow machine must not reach it. */
const READY_MS = 900_000;

/**
 * Starts the real server with the built web and its own demo company, which is deleted afterwards. The IPC channel also
 * ends it if the run is killed. The tests find its folder in E2E_DATA_DIR.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright asks for one
export default async function serve(): Promise<() => Promise<void>> {
  const dataDir = await makeTestFolder('llave-e2e-');
  const whatsapp = await fakeWhatsapp();
  const payments = await fakeProviders();
  whatsapp.templates = [
    {
      id: '1',
      name: 'retomar',
      language: 'es',
      status: 'APPROVED',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Hola, {{1}}: {{2}}' }],
    },
  ];
  await mkdir(path.dirname(logFile), { recursive: true });
  const log = await open(logFile, 'w');
  const server = fork('server/main.ts', {
    cwd: root,
    execArgv: [...CHILD_ARGS],
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
    env: childEnv({
      NODE_ENV: 'production',
      PORT: process.env['E2E_PORT'],
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      // The journeys count rows and free lots.
      DEMO_PAST: '0',
      // All browsers share one address and few users.
      REQUESTS_PER_MINUTE: '100000',
      ...whatsapp.environment,
      ...payments.environment,
    }),
  });
  await log.close();
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['DEMO_PASSWORD'] = PASSWORD;

  const end = async (): Promise<void> => {
    whatsapp.close();
    payments.close();
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(() => server.exitCode !== null || server.signalCode !== null);
    const url = `http://localhost:${process.env['E2E_PORT']}`;
    const headers = await signIn(url);
    await raiseLimits(url, headers);
    await demoWritten(url, headers);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

async function untilReady(ended: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (!ended() && performance.now() < deadline) {
    const answer = await fetch(`http://localhost:${process.env['E2E_PORT']}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(
    `The server did not start; ${logFile} ends with:\n${(await readFile(logFile, 'utf8')).slice(-4000)}`,
  );
}

type Headers = Readonly<Record<string, string>>;

async function signIn(url: string): Promise<Headers> {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'administrador@demo.llave', password: PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  return { ...json, authorization: `Bearer ${token}` };
}

/** Raises the limits on held lots, because all browsers share one address. */
async function raiseLimits(url: string, headers: Headers): Promise<void> {
  const value = { hours: 48, perVisitor: 100, perAddress: 10_000, perContact: 100, alarmPercent: 100 };
  const saved = await fetch(`${url}/api/company/settings/unconfirmed`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ value }),
  });
  if (!saved.ok) throw new Error(`The setting was not saved: ${saved.status} ${await saved.text()}`);
}

/**
 * Waits for what jobs write of the demo. Purchases must not begin meanwhile: the legal room holds the lock by which they get
 * a processor until its transaction ends.
 */
async function demoWritten(url: string, headers: Headers): Promise<void> {
  const count = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers });
    return ((await answer.json()) as { data: unknown[] }).data.length;
  };
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    // The works come last, with the acts of deliveries; each asks for its seal, which another job sets.
    if ((await count('/api/contracts?per_page=1')) > 0) {
      const [all, sealed] = [await count('/api/legal/seals'), await count('/api/legal/seals?estado_id=2')];
      if (all === sealed) return;
    }
    // Each question takes time from the jobs that it waits for.
    await pause(500);
  }
  throw new Error('The legal room and the works of the demo were not written.');
}
