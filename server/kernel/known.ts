import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';

type Knowing = Pick<Context, 'knows'>;

/** One value that a higher feature knows of a record (`Module.knows`), as a column of a query over the record's table. */
export const known = <A>({ knows }: Knowing, record: string, name: string) =>
  sql<A>`(select known.${sql.identifier(name)} from (select ${knows.get(record)}) known)`;

/** A value that features above may know of a record, as a column; 0 while no feature does. */
export const knownCents = ({ knows }: Knowing, record: string, name: string) =>
  knows.has(record)
    ? sql<number>`coalesce((${allKnown({ knows }, record)} ->> ${name})::bigint, 0)`
    : sql<number>`0::bigint`;

/** All values that higher features know of a record, as one JSON column. */
export const allKnown = <A>({ knows }: Knowing, record: string) =>
  sql<A>`(select to_json(known) from (select ${knows.get(record)}) known)`;

/** Some values that higher features know of a record, as one JSON column. */
export const someKnown = ({ knows }: Knowing, record: string, names: readonly string[]) =>
  sql`(select json_build_object(${sql.raw(names.map((name) => `'${name}', known."${name}"`).join(', '))})
    from (select ${knows.get(record)}) known)`;
