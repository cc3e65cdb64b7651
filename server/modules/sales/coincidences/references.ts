import { sql } from 'drizzle-orm';
import { rows } from '#server/kernel/db.ts';
import type { Context } from '#server/kernel/context.ts';

/**
 * Columns that reference a person and are moved by a merge. merge.test.ts fails when the database has a foreign key
 * that is missing here.
 */
interface Reference {
  table: string;
  column: string;
  /** Column that identifies a row. */
  key: string;
  /** bigint by default. */
  keyType?: 'uuid';
  /** Extra condition, for a table that references records of several kinds. */
  only?: string;
}

export const MOVED: readonly Reference[] = [
  { table: 'sales', column: 'person_id', key: 'id' },
  { table: 'sale_buyers', column: 'person_id', key: 'id' },
  { table: 'prospects', column: 'person_id', key: 'id' },
  { table: 'quotes', column: 'person_id', key: 'id' },
  { table: 'appointments', column: 'person_id', key: 'id' },
  { table: 'lot_waitlist', column: 'person_id', key: 'id' },
  { table: 'whatsapp_addresses', column: 'person_id', key: 'id' },
  { table: 'whatsapp_addresses', column: 'previous_person_id', key: 'id' },
  { table: 'rights_requests', column: 'person_id', key: 'id' },
  { table: 'tickets', column: 'person_id', key: 'id' },
  { table: 'survey_asks', column: 'person_id', key: 'id' },
  { table: 'envelope_signers', column: 'person_id', key: 'id' },
  { table: 'person_changes', column: 'person_id', key: 'id' },
  { table: 'comments', column: 'reference_id', key: 'id', only: `reference = 'persona'` },
  { table: 'files', column: 'reference_id', key: 'id', keyType: 'uuid', only: `reference = 'persona'` },
];

/** Foreign keys to people that a merge handles separately (merge.service.ts), with the reason. */
export const NOT_MOVED: Readonly<Record<string, string>> = {
  'conversations.person_id': 'the chat follows a merge and joins the two conversations',
  'chat_campaign_people.person_id': 'the list of a campaign says who got it, and both people may be in it',
  'people.merged_into_id': 'the merge itself writes this column',
  'coincidences.left_id': 'the merge deletes open pairs and copies the decided ones to the remaining person',
  'coincidences.right_id': 'same as left_id',
  'person_merges.survivor_id': 'the record of a merge keeps both people',
  'person_merges.merged_id': 'same as survivor_id',
};

const nameOf = ({ table, column, only }: Reference) => `${table}.${column}${only ? `[${only}]` : ''}`;

/** Moves every row of a person to another. Returns the ids by reference, for undoing. */
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

/**
 * Moves exactly these rows back. Returns false if one of them has changed since the merge; some are then already moved.
 */
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
    // A row deleted since then has nothing to return.
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
