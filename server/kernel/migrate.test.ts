import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/db.ts';
import { migrate } from './migrate.ts';

let made: TestDatabase;
let client: Client;
/** The migrations folder of a later version; each test changes it. */
let migrationsFolder: string;
const upgrade = () => migrate(made.ownerUrl, { migrationsFolder });
const answer = (text: string) =>
  appendFile(
    path.join(migrationsFolder, 'sql/staff.sql'),
    `create or replace function answer() returns text language sql as $$ select '${text}' $$;`,
  );
const asked = async () => (await client.query<{ answer: string }>('select answer()')).rows[0]?.answer;

beforeEach(async () => {
  made = await createTestDatabase();
  client = new Client({ connectionString: made.ownerUrl });
  await client.connect();
  migrationsFolder = await mkdtemp(path.join(tmpdir(), 'llave-migraciones-'));
  await cp(path.join(import.meta.dirname, '../../migrations'), migrationsFolder, { recursive: true });
});
afterEach(async () => {
  await client.end();
  await made.drop();
  await rm(migrationsFolder, { recursive: true, force: true });
});

describe('upgrading an existing database', () => {
  test('applies a later migration once and keeps the rows', async () => {
    const file = path.join(migrationsFolder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as {
      entries: { when: number; tag: string }[];
    };
    const last = journal.entries.at(-1)!;
    journal.entries.push({ ...last, when: last.when + 1, tag: '9999_later' });
    await writeFile(file, JSON.stringify(journal));
    await writeFile(
      path.join(migrationsFolder, '9999_later.sql'),
      'alter table roles add column later int; update roles set later = id;',
    );
    await upgrade();
    await upgrade();
    const { rows } = await client.query('select count(*)::int total, count(later)::int filled from roles');
    expect(rows[0].total).toBeGreaterThan(5);
    expect(rows[0].filled).toBe(rows[0].total);
  });

  test('updates the functions, and only when a file changed', async () => {
    await answer('one');
    await upgrade();
    expect(await asked()).toBe('one');
    await answer('two');
    await upgrade();
    expect(await asked()).toBe('two');
    await client.query('drop function answer()');
    await upgrade();
    await expect(asked()).rejects.toThrow('does not exist');
  });

  test('keeps all functions unchanged when one file is faulty', async () => {
    await answer('one');
    await upgrade();
    await answer('two');
    await writeFile(path.join(migrationsFolder, 'sql/wrong.sql'), 'create function wrong() returns nothing');
    await expect(upgrade()).rejects.toThrow('no language specified');
    expect(await asked()).toBe('one');
    await rm(path.join(migrationsFolder, 'sql/wrong.sql'));
    await upgrade();
    expect(await asked()).toBe('two');
  });

  test('lets only the application call functions that act as the owner', async () => {
    await answer('one');
    await upgrade();
    const { rows } = await client.query(
      `select proname, proconfig, has_function_privilege('public', oid, 'execute') as open from pg_proc
       where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
    );
    const closed = { proconfig: ['search_path=public, pg_temp'], open: false };
    expect(rows).toEqual(['erase_demo', 'next_code'].map((proname) => ({ proname, ...closed })));
  });
});
