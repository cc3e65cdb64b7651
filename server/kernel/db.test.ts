import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { areFew, isoFrom, keepStatements, pageUpTo, row, rows, sql, type Db } from './db.ts';

const llave = useApp();

const square = async (db: Db, n: number) =>
  (await row<{ square: number }>(db, sql`select ${n}::int * ${n}::int square`))!.square;
const kept = (db: Db) =>
  rows<{ times: number }>(
    db,
    sql`select (generic_plans + custom_plans)::int times from pg_prepared_statements where statement like '%square'`,
  );

test('keepStatements plans each text once in its transaction and savepoints, and in no other transaction', async () => {
  const { db } = llave.database;
  await db.transaction(async (tx) => {
    keepStatements(tx);
    expect(await square(tx, 3)).toBe(9);
    expect(await tx.transaction((inner) => square(inner, 4))).toBe(16);
    expect(await kept(tx)).toEqual([{ times: 2 }]);
    await expect(tx.transaction((inner) => square(inner, 1e9))).rejects.toThrow('Failed query');
    expect(await square(tx, 5)).toBe(25);
  });
  await db.transaction(async (tx) => {
    const before = await kept(tx);
    expect(await square(tx, 6)).toBe(36);
    expect(await kept(tx)).toEqual(before);
  });
});

test.each([
  [0, 1, 3, [], 0],
  [7, 1, 3, [7, 6, 5], 7],
  [7, 3, 3, [1], 7],
  [7, 4, 3, [], 7],
  [2500, 1, 2, [2500, 2499], 2000],
  [2500, 1001, 2, [500, 499], 2000],
])(
  'of %i rows, page %i by %i keeps the order and counts up to two thousand',
  async (rowCount, page, limit, ids, total) => {
    const selection = sql`select id from generate_series(1, ${rowCount}::int) id order by id desc`;
    expect(await pageUpTo(llave.database.db, selection, { limit, offset: (page - 1) * limit })).toEqual({
      ids,
      total,
    });
  },
);

test('distinguishes few rows from many', async () => {
  const upTo = (n: number) => areFew(llave.database.db, sql`select from generate_series(1, ${n}::int)`);
  expect([await upTo(0), await upTo(9_999), await upTo(10_000), await upTo(10_001)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('isoFrom reads what PostgreSQL writes, alone and in JSON', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `2026-12-31 ${hour}:05:09`);
  const instants = [...hours, ...hours.map((text) => `${text}.1`), ...hours.map((text) => `${text}.034`)];
  const [found] = await rows<{ plain: string[]; json: string[]; ms: number[] }>(
    llave.database.db,
    sql`select array_agg(at::text) plain, json_agg(at) json, array_agg((extract(epoch from at) * 1000)::float) ms
      from unnest(${sql.param(instants)}::timestamptz[]) at`,
  );
  const expected = found!.ms.map((ms) => new Date(ms).toISOString());
  expect(found!.plain.map(isoFrom)).toEqual(expected);
  expect(found!.json.map(isoFrom)).toEqual(expected);
});
