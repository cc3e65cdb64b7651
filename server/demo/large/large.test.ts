import { beforeAll, describe, expect, test } from 'vitest';
import { rows, sql } from '#server/kernel/db.ts';
import { useApp } from '#test/app.ts';
import { halfStates } from '#test/crash/checks.ts';
import { signInUser } from '#test/signIn.ts';
import { users } from '#server/modules/users/users.table.ts';
import { eq } from 'drizzle-orm';
import { makeLargeCompany } from './large.ts';

const COUNT = 400;
const house = useApp();

beforeAll(async () => {
  const { app, database, clock } = house;
  const parts = { database, files: app.house.services.files, jobs: app.house.jobs };
  await makeLargeCompany(parts, { count: COUNT, seed: 7, password: 'demo-llave-2026' }, { now: clock.now() });
}, 60_000);

const ask = <R extends object>(statement: string) => rows<R>(house.database.db, sql.raw(statement));

describe('a large company written by COPY', () => {
  test('has so many sales, over years and states, each with its papers', async () => {
    const [found] = await ask<Record<string, number>>(
      `select count(*)::int total, count(distinct state_id)::int states,
         (extract(year from max(created_at)) - extract(year from min(created_at)))::int years,
         (select count(*) from documents)::int papers, (select count(*) from document_versions)::int files from sales`,
    );
    expect(found).toMatchObject({ total: COUNT, years: 7 });
    expect(found!['states']).toBeGreaterThan(12);
    expect(found!['papers']! / COUNT).toBeGreaterThan(3);
    expect(found!['files']).toBeGreaterThan(0.9 * found!['papers']!);
  });

  test('holds every reference although triggers were off', async () => {
    const references = await ask<{ child: string; column: string; parent: string; key: string }>(
      `select c.conrelid::regclass::text child, a.attname "column", c.confrelid::regclass::text parent, k.attname "key"
       from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`,
    );
    expect(references.length).toBeGreaterThan(20);
    const lost: string[] = [];
    for (const { child, column, parent, key } of references) {
      const [broken] = await ask<{ n: number }>(
        `select count(*)::int n from ${child} x where x.${column} is not null
         and not exists (select from ${parent} y where y.${key} = x.${column})`,
      );
      if (broken!.n > 0) lost.push(`${child}.${column}: ${broken!.n}`);
    }
    expect(lost).toEqual([]);
  });

  test('is whole as a company worked by hand is, mails apart', async () => {
    const faults = await halfStates(house.database);
    expect(faults.filter((fault) => !fault.endsWith('lacks its mail'))).toEqual([]);
  });

  test('a colleague finds a sale, opens it, and goes on with the next code', async () => {
    const [user] = await house.database.db
      .select()
      .from(users)
      .where(eq(users.email, 'coordinador@demo.llave'));
    const browser = await signInUser(house, user!);
    const list = (await browser.get('/api/sale/precontracts?estado_id=2&per_page=5')).json<{
      data: { id: number; name: string }[];
      meta: { pagination: { total: number } };
    }>();
    expect(list.data.length).toBeGreaterThan(0);
    const record = await browser.get(`/api/sale/precontracts/${list.data[0]!.id}`);
    expect(record.statusCode).toBe(200);
    const found = await browser.get(
      `/api/sale/precontracts?q=${encodeURIComponent(list.data[0]!.name)}&per_page=50`,
    );
    expect(found.json<{ data: { id: number }[] }>().data.map(({ id }) => id)).toContain(list.data[0]!.id);
    const [next] = await ask<{ code: string; used: number }>(
      `select next_sale_code(2026) code, (select count(*) from sales where code like 'PC-2026-%')::int used`,
    );
    expect(next!.code).toBe(`PC-2026-${String(next!.used + 1).padStart(5, '0')}`);
  });

  test('is refused in a database where somebody is', async () => {
    const parts = {
      database: house.database,
      files: house.app.house.services.files,
      jobs: house.app.house.jobs,
    };
    await expect(
      makeLargeCompany(parts, { count: 10, seed: 1, password: 'demo-llave-2026' }),
    ).rejects.toThrow('ya hay una empresa');
  });
});
