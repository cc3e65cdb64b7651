import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { inTransaction } from '#server/kernel/changes.ts';
import { movableClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import type { Acting } from '#server/kernel/context.ts';
import { openDatabase, type Database } from '#server/kernel/db.ts';
import { folderStore, openFiles } from '#server/kernel/files.ts';
import { forgetAll } from '#server/kernel/lately.ts';
import { openLog } from '#server/kernel/log.ts';
import { createTestDatabase, type TestDatabase } from './db.ts';

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  clock: ReturnType<typeof movableClock>;
  /** URL of the database as its owner. */
  ownerUrl: string;
  /** Runs a statement as the owner, for what the application's role must not do (triggers, constraints). */
  asOwner(statement: string): Promise<void>;
  /** A context for a use case that a test calls directly; nobody is signed in, unless `over` says so. */
  acting(over?: Partial<Acting>): Acting;
  /** Runs a use case in a transaction, as a request would. */
  act<A>(use: (ctx: Acting) => Promise<A>, over?: Partial<Acting>): Promise<A>;
  /** A browser with its own cookies; unsafe requests carry its CSRF token. */
  browser(): Browser;
  /** What ends before the application does. */
  beside: (() => Promise<void>)[];
}

/** A Saturday morning in Panama; the sales room is open. */
export const START = new Date('2026-11-21T15:00:00Z');

/** Starts the whole application on its own database for the tests of a file. `app` is set from `beforeAll` on. */
export function useApp(
  environment: Record<string, string> = {},
  openTestDatabase: () => Promise<TestDatabase> = createTestDatabase,
): TestApp {
  const clock = movableClock(START);
  const llave = { clock, beside: [] as TestApp['beside'] } as TestApp;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    clock.set(START);
    const { url, ownerUrl, drop } = await openTestDatabase();
    forgetAll();
    const { app, database, end } = await openApp(url, clock, environment);
    await app.ready();
    const asOwner = async (statement: string) => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    };
    const acting = (over: Partial<Acting> = {}): Acting => ({
      ...app.core.services,
      db: database.db,
      now: clock.now(),
      log: app.log,
      staff: null,
      client: null,
      ...over,
    });
    const act: TestApp['act'] = (use, over) => inTransaction(acting(over), use);
    Object.assign(llave, { app, database, ownerUrl, asOwner, acting, act, browser: () => newBrowser(app) });
    close = async () => {
      for (const one of llave.beside.splice(0)) await one();
      await end();
      await drop();
    };
  });
  afterAll(async () => close?.());
  return llave;
}

/** The application on a database, with its queues and a folder of its own. `end` closes it and removes the folder. */
async function openApp(url: string, clock: TestApp['clock'], environment: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'llave-test-'));
  const database = openDatabase(url, { max: 8 });
  const app = await buildApp({
    config: readConfig({
      DATA_DIR: folder,
      DATABASE_URL: url,
      LOG_LEVEL: 'error',
      DEMO_PAST: '0',
      APP_URL: 'http://llave.test',
      // A test asks as fast as it can; the test of the limit lowers it.
      REQUESTS_PER_MINUTE: '100000',
      ...environment,
    }),
    database,
    clock,
    files: openFiles(folderStore(path.join(folder, 'files')), path.join(folder, 'tmp')),
    log: openLog('error'),
    secret: 'a secret for tests',
  });
  await app.core.jobs.start();
  const end = async () => {
    await app.close();
    await app.core.jobs.stop();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { app, database, end };
}

/** Creates all queues on the template of the tests, instead of at each start of an application. */
export async function prepareQueues(url: string): Promise<void> {
  const { end } = await openApp(url, movableClock(START), {});
  await end();
}

export interface Browser {
  cookies: Map<string, string>;
  /** The IP address of its requests; rate limits count by it. */
  address: string;
  /** Sends with this browser's cookies and, for unsafe methods, its CSRF token; stores the response's cookies. */
  send(options: InjectOptions & { url: string }): Promise<LightMyRequestResponse>;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  patch(url: string, payload: object): Promise<LightMyRequestResponse>;
  /** Sends a multipart form; values are text or files. */
  form(
    url: string,
    fields: Record<string, string | File | readonly File[]>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
}

function newBrowser(app: FastifyInstance): Browser {
  const cookies = new Map<string, string>();
  let csrf: string | undefined;
  const browser: Browser = {
    cookies,
    address: '127.0.0.1',
    async send(options) {
      const unsafe = options.method && options.method !== 'GET';
      if (unsafe && !csrf)
        csrf = (await browser.get('/api/csrf')).json<{ data: { token: string } }>().data.token;
      const answer = await app.inject({
        remoteAddress: browser.address,
        ...options,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(unsafe && { 'x-csrf-token': csrf }),
          ...options.headers,
        },
      });
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0 || value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    get: (url) => browser.send({ method: 'GET', url }),
    post: (url, payload = {}, headers = {}) => browser.send({ method: 'POST', url, payload, headers }),
    patch: (url, payload) => browser.send({ method: 'PATCH', url, payload }),
    async form(url, fields, headers = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        for (const one of Array.isArray(value) ? value : [value]) form.append(name, one as string);
      const request = new Request('http://llave.test', { method: 'POST', body: form });
      return browser.send({
        method: 'POST',
        url,
        payload: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
      });
    },
  };
  return browser;
}
