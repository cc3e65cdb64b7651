import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { row, rows } from '#server/kernel/db.ts';
import { migrate } from '#server/kernel/migrate.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { seed } from '#server/seed.ts';
import { useApp, type Browser } from './app.ts';
import { createTestDatabase, type TestDatabase } from './db.ts';

/** A company stored with the baseline's schema: the demo with 60 sales, and the functions and triggers of that version. */
interface Baseline {
  /** Tag of the last migration in the baseline. */
  last: string;
  /** The text of migrations/sql at that time. */
  functions: string;
  /** Sequences that functions create: their last value. */
  sequences: Record<string, number>;
  tables: Record<string, { id?: number }[]>;
}
const migrations = path.join(import.meta.dirname, '../migrations');

const llave = useApp({}, openBaseline);

/** Creates the baseline's database, inserts the company, and upgrades it to this version. */
async function openBaseline(): Promise<TestDatabase> {
  const made = await createTestDatabase('template0');
  const folder = await mkdtemp(path.join(tmpdir(), 'llave-migraciones-'));
  try {
    const { last, functions } = await baseline();
    await cp(migrations, folder, { recursive: true });
    const file = path.join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
    journal.entries.length = journal.entries.findIndex(({ tag }) => tag === last) + 1;
    await writeFile(file, JSON.stringify(journal));
    for (const name of await readdir(path.join(folder, 'sql'))) await rm(path.join(folder, 'sql', name));
    await writeFile(path.join(folder, 'sql/all.sql'), functions);
    await migrate(made.ownerUrl, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await fill(made.ownerUrl);
  await migrate(made.ownerUrl, { app: { name: decodeURIComponent(new URL(made.url).username) } });
  await seed(made.ownerUrl);
  return made;
}

const baseline = async () =>
  JSON.parse(
    gunzipSync(await readFile(path.join(import.meta.dirname, 'fixtures/baseline.json.gz'))).toString(),
  ) as Baseline;

async function fill(url: string): Promise<void> {
  const { sequences, tables } = await baseline();
  await as(url, async (client) => {
    // The rows are consistent already: triggers must not count or derive again.
    await client.query('set session_replication_role = replica');
    for (const [table, rows] of Object.entries(tables)) {
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
    for (const [name, last] of Object.entries(sequences))
      await client.query(`create sequence "${name}"; select setval('"${name}"', ${last})`);
  });
}

async function as<A>(url: string, act: (client: Client) => Promise<A>): Promise<A> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return act(client).finally(() => client.end());
}

/** The schema: columns, constraints, indexes, functions and triggers, sorted. */
const schemaOf = (url: string) =>
  as(url, async (client) => {
    const { rows } = await client.query<{ told: string }>(
      `select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || coalesce(column_default, '') as told
         from information_schema.columns where table_schema = 'public'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select pg_get_functiondef(p.oid) || coalesce(proacl::text, '') from pg_proc p
         where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
       union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
         and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       order by 1`,
    );
    return rows.map(({ told }) => told);
  });

/** Signs a colleague of that company in with the old password. */
async function signIn(role: string): Promise<Browser> {
  const browser = llave.browser();
  const { statusCode } = await browser.post('/api/login', {
    email: `${role}@demo.llave`,
    password: 'demo-llave-2026',
  });
  expect(statusCode).toBe(200);
  return browser;
}

describe('a baseline company after the upgrade', () => {
  test('has the same schema as a new company', async () => {
    const fresh = await createTestDatabase();
    try {
      expect(await schemaOf(llave.ownerUrl)).toEqual(await schemaOf(fresh.ownerUrl));
    } finally {
      await fresh.drop();
    }
  });

  test('keeps every row', async () => {
    const { tables } = await baseline();
    // Totals are merged into fewer rows.
    const { sale_totals: _, sale_counts: __, ...kept } = tables;
    for (const [table, rows] of Object.entries(kept)) {
      const found = await row<{ total: number }>(
        llave.database.db,
        sql`select count(*)::int total from ${sql.identifier(table)}`,
      );
      expect([table, found!.total >= rows.length]).toEqual([table, true]);
    }
  });

  test('serves every list and record', async () => {
    const browser = await signIn('administrador');
    const { sales } = (await baseline()).tables;
    const lists = endpointsOf(llave.app).filter(
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

  test('has its contracts of works as one item and one job each, whole and not billed (migration 0035)', async () => {
    const old = (await baseline()).tables['contracts'] as {
      id: number;
      state_id: number;
      amount_cents: number | null;
    }[];
    const found = await rows<
      Record<'id' | 'amount' | 'items' | 'total' | 'jobs' | 'job_total' | 'certified' | 'houses', string> & {
        measure: string;
      }
    >(
      llave.database.db,
      sql`select c.id, c.measure, c.amount_cents amount,
          (select count(*) from contract_items i where i.contract_id = c.id) items,
          (select coalesce(sum(amount_cents), 0) from contract_items i where i.contract_id = c.id) total,
          (select count(*) from jobs j where j.contract_id = c.id and j.in_force) jobs,
          (select coalesce(sum(amount_cents), 0) from jobs j where j.contract_id = c.id) job_total,
          (select coalesce(sum(certified_cents), 0) from jobs j where j.contract_id = c.id) certified,
          (select count(*) from contract_houses h where h.contract_id = c.id) houses
        from contracts c order by c.id`,
    );
    for (const { id, state_id, amount_cents } of old) {
      const now = found.find((one) => Number(one.id) === id)!;
      const begun = state_id > 1 && amount_cents !== null;
      const inForce = begun && state_id >= 5 && state_id <= 8;
      expect([id, Number(now.items), Number(now.total)]).toEqual([
        id,
        begun ? 1 : 0,
        begun ? amount_cents : 0,
      ]);
      expect([id, Number(now.jobs), Number(now.job_total), Number(now.certified)]).toEqual([
        id,
        inForce ? 1 : 0,
        inForce ? amount_cents : 0,
        0,
      ]);
      if (state_id === 1 && Number(now.houses) > 0) expect([id, now.measure]).toEqual([id, 'actividades']);
    }
    const begun = old.find(({ state_id }) => state_id === 5)!;
    const manager = await signIn('gerencia');
    const one = await manager.get(`/api/contracts/find/${begun.id}`);
    expect(one.json()).toMatchObject({
      data: {
        measure: 'partidas',
        items: [{ amount_centavos: begun.amount_cents }],
        amount_centavos: begun.amount_cents,
      },
    });
    expect((await manager.get(`/api/contracts/${begun.id}/statement`)).statusCode).toBe(200);
    const measured = await manager.post(`/api/contracts/${begun.id}/accounts`, {});
    expect(measured.body).toContain('No hay nada aprobado que no esté ya en una cuenta.');
  });

  test('keeps working: a sale moves to its next state', async () => {
    const browser = await signIn('coordinador');
    const { data } = (await browser.get('/api/sale/precontracts?estado_id=2')).json<{
      data: { id: number }[];
    }>();
    const url = `/api/sale/precontracts/${data[0]!.id}/status`;
    const moved = await browser.patch(url, { params: { estado_id: 3 } });
    expect(moved.json()).toMatchObject({ data: { state: { id: 3 } } });
  });
});
