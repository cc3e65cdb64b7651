import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { row } from '#server/kernel/db.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { seed } from '#server/seed.ts';
import { useApp, type Browser } from './app.ts';
import { createTestDatabase, type TestDatabase } from './db.ts';

/**
 * A company of the first release, as its schema (migrations up to 0011) held it: people, projects and 60 sales of its
 * demonstration. What later versions add must find its way over it.
 */
const RELEASED = { last: '0011', file: path.join(import.meta.dirname, 'fixtures/released-0011.json.gz') };
const migrations = path.join(import.meta.dirname, '../migrations');

const house = useApp({}, openReleased);

async function openReleased(): Promise<TestDatabase> {
  const made = await createTestDatabase('template0');
  const folder = await mkdtemp(path.join(tmpdir(), 'llave-migraciones-'));
  await cp(migrations, folder, { recursive: true });
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  journal.entries = journal.entries.filter(({ tag }) => tag.slice(0, 4) <= RELEASED.last);
  await writeFile(file, JSON.stringify(journal));
  await migrate(made.ownerUrl, { migrationsFolder: folder }).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  await fill(made.ownerUrl);
  await migrate(made.ownerUrl, { app: { name: decodeURIComponent(new URL(made.url).username) } });
  await seed(made.ownerUrl);
  return made;
}

const released = async () =>
  JSON.parse(gunzipSync(await readFile(RELEASED.file)).toString()) as Record<string, { id?: number }[]>;

async function fill(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // The rows are consistent with each other, and were counted by the triggers of their time.
    await client.query('set session_replication_role = replica');
    for (const [table, rows] of Object.entries(await released())) {
      await client.query(
        `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
      if (typeof rows[0]?.id === 'number')
        await client.query(
          `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from "${table}"))
           where pg_get_serial_sequence($1, 'id') is not null`,
          [table],
        );
    }
  } finally {
    await client.end();
  }
}

/** Signs a colleague of that company in, with the password they had. */
async function signIn(role: string): Promise<Browser> {
  const browser = house.browser();
  const { statusCode } = await browser.post('/api/login', {
    email: `${role}@demo.llave`,
    password: 'demo-llave-2026',
  });
  expect(statusCode).toBe(200);
  return browser;
}

describe('a company of the first release, brought to this version', () => {
  test('keeps every row', async () => {
    // Totals are folded, not kept row by row; histories of states became a feed.
    const { sale_totals: _, state_changes: changes, ...rest } = await released();
    const kept = { ...rest, changes: changes! };
    for (const [table, rows] of Object.entries(kept)) {
      const found = await row<{ total: number }>(
        house.database.db,
        sql`select count(*)::int total from ${sql.identifier(table)}`,
      );
      expect([table, found!.total >= rows.length]).toEqual([table, true]);
    }
  });

  test('answers every list and the records', async () => {
    const browser = await signIn('administrador');
    const { sales } = await released();
    const lists = endpointsOf(house.app).filter(
      ({ method, path }) => method === 'GET' && !path.includes(':'),
    );
    for (const { path } of lists) {
      const { statusCode } = await browser.get(path);
      expect([path, statusCode >= 500]).toEqual([path, false]);
    }
    const listed = (await browser.get('/api/sale/precontracts?per_page=200')).json<{
      meta: { pagination: { total: number } };
    }>();
    expect(listed.meta.pagination.total).toBe(sales!.length);
    for (const { id } of sales!)
      expect((await browser.get(`/api/sale/precontracts/${id}`)).statusCode).toBe(200);
  });

  test('goes on working: a sale takes its next step', async () => {
    const browser = await signIn('coordinador');
    const { data } = (await browser.get('/api/sale/precontracts?estado_id=2')).json<{
      data: { id: number }[];
    }>();
    const url = `/api/sale/precontracts/${data[0]!.id}/status`;
    const moved = await browser.patch(url, { params: { estado_id: 3 } });
    expect(moved.json()).toMatchObject({ data: { state: { id: 3 } } });
  });
});
