import { expect, test } from 'vitest';
import { useApp } from '#test/app.ts';
import { keepStatements, row, rows, sql, type Db } from './db.ts';

const house = useApp();

const square = async (db: Db, n: number) =>
  (await row<{ square: number }>(db, sql`select ${n}::int * ${n}::int square`))!.square;
const kept = (db: Db) =>
  rows<{ times: number }>(
    db,
    sql`select (generic_plans + custom_plans)::int times from pg_prepared_statements where statement like '%square'`,
  );

test('a transaction that keeps its statements plans a text once, within its savepoints too, and no other does', async () => {
  const { db } = house.database;
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
