import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { CHILD_ARGS, childEnv } from '#test/childEnv.ts';
import { createTestDatabase } from '#test/db.ts';
import { startFault } from './startFault.ts';

/** Starts the application with a database URL and returns its exit code and output. */
async function start(databaseUrl: string): Promise<{ code: number | null; told: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'llave-start-'));
  const child = spawn(process.execPath, [...CHILD_ARGS, 'server/main.ts'], {
    env: childEnv({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  await rm(dataDir, { recursive: true, force: true });
  return { code, told: told.trim() };
}

const urlWith = (change: Partial<Pick<URL, 'password' | 'port' | 'pathname'>>) =>
  Object.assign(new URL(inject('postgresUrl')), change).href;

test('a start that the database refuses ends with one sentence, without the password', async () => {
  const { code, told } = await start(urlWith({ password: 'otra-clave' }));
  expect([code, told]).toEqual([1, expect.stringContaining('no acepta el usuario o la clave')]);
  expect(told.split('\n')).toHaveLength(1);
  expect(told).not.toContain('otra-clave');
});

test.each([
  ['port', '1', 'No se puede llegar a la base de datos'],
  ['pathname', '/no_existe', 'no existe'],
] as const)('a database whose %s is %s has its own sentence', async (part, value, words) => {
  const error = await new Client({ connectionString: urlWith({ [part]: value }) })
    .connect()
    .catch((refusal: unknown) => refusal);
  expect(startFault(error)).toContain(words);
});

test('data from before the baseline are refused with a message and stay unchanged', async () => {
  const made = await createTestDatabase('template0');
  const client = new Client({ connectionString: made.ownerUrl });
  await client.connect();
  try {
    await client.query(
      `create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint);
       insert into drizzle.__drizzle_migrations (hash, created_at) values ('of its 0000_extensions', 1795228023392)`,
    );
    const { code, told } = await start(made.ownerUrl);
    expect([code, told]).toEqual([1, expect.stringContaining('versión anterior que nunca se publicó')]);
    expect(told.split('\n')).toHaveLength(1);
    const { rowCount } = await client.query("select from pg_tables where schemaname in ('public', 'jobs')");
    expect(rowCount).toBe(0);
  } finally {
    await client.end();
    await made.drop();
  }
});

test('a fault of the program keeps its stack', () => {
  expect(startFault(new TypeError('x is undefined'))).toBeUndefined();
  expect(startFault(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toContain('No queda espacio');
});
