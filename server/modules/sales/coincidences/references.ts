import { sql } from 'drizzle-orm';
import { rows } from '#server/kernel/db.ts';
import type { Context } from '#server/kernel/context.ts';

/** Where rows name a person: what a merge moves. customers.test.ts fails when the database has a foreign key that is not here. */
interface Reference {
  table: string;
  column: string;
  /** Column that tells one row from the others. */
  key: string;
  /** bigint unless said. */
  keyType?: 'uuid';
  /** Of a table that names records of many kinds. */
  only?: string;
}

export const MOVED: readonly Reference[] = [
  { table: 'sales', column: 'person_id', key: 'id' },
  { table: 'sale_buyers', column: 'person_id', key: 'id' },
  { table: 'prospects', column: 'person_id', key: 'id' },
  { table: 'quotes', column: 'person_id', key: 'id' },
  { table: 'appointments', column: 'person_id', key: 'id' },
  { table: 'lot_waitlist', column: 'person_id', key: 'id' },
  { table: 'person_changes', column: 'person_id', key: 'id' },
  { table: 'comments', column: 'reference_id', key: 'id', only: `reference = 'persona'` },
  { table: 'files', column: 'reference_id', key: 'id', keyType: 'uuid', only: `reference = 'persona'` },
];

/** Foreign keys to people that a merge treats by itself (merge.service.ts), with the reason. */
export const NOT_MOVED: Readonly<Record<string, string>> = {
  'people.merged_into_id': 'it is what a merge writes; those merged earlier follow their own chain',
  'coincidences.left_id': 'pairs of the merged person go, those decided are written anew for who stays',
  'coincidences.right_id': 'as left_id',
  'person_merges.survivor_id': 'the record of a merge names whom it was about',
  'person_merges.merged_id': 'as survivor_id',
};

const nameOf = ({ table, column, only }: Reference) => `${table}.${column}${only ? `[${only}]` : ''}`;

/** Moves every row of a person to another. Answers the ids by reference: what undoing needs. */
export async function moveReferences(
  ctx: Pick<Context, 'db'>,
  from: number,
  to: number,
): Promise<Record<string, (number | string)[]>> {
  const moved: Record<string, (number | string)[]> = {};
  for (const one of MOVED) {
    const ids = await rows<{ id: number | string }>(
      ctx.db,
      sql`update ${sql.identifier(one.table)} set ${sql.identifier(one.column)} = ${to}
        where ${sql.identifier(one.column)} = ${from} ${one.only ? sql.raw(`and ${one.only}`) : sql``}
        returning ${sql.identifier(one.key)} id`,
    );
    if (ids.length > 0) moved[nameOf(one)] = ids.map(({ id }) => id);
  }
  return moved;
}

/** Moves just those rows back. False when one of them is no longer where the merge left it: then some were moved. */
export async function returnReferences(
  ctx: Pick<Context, 'db'>,
  moved: Readonly<Record<string, readonly (number | string)[]>>,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const known = new Map(MOVED.map((one) => [nameOf(one), one]));
  for (const [name, ids] of Object.entries(moved)) {
    const one = known.get(name);
    if (!one) return false;
    const [table, key, column] = [one.table, one.key, one.column].map((name) => sql.identifier(name));
    const among = sql`${key} = any(${sql.param([...ids])}::${sql.raw(one.keyType ?? 'bigint')}[])`;
    // One that was removed meanwhile has nothing to return.
    const there = await rows(ctx.db, sql`select 1 from ${table} where ${among}`);
    const back = await rows(
      ctx.db,
      sql`update ${table} set ${column} = ${to} where ${among} and ${column} = ${from}
        ${one.only ? sql.raw(`and ${one.only}`) : sql``} returning 1`,
    );
    if (back.length !== there.length) return false;
  }
  return true;
}
