import { sql, type SQL } from 'drizzle-orm';
import type { Context } from './context.ts';
import { constant } from './db.ts';

type Knows = Context['knows'];
interface Knowing {
  knows: Knows;
}

const valueOf = ({ knows }: Knowing, record: string, name: string): SQL => {
  const value = knows.get(record)?.[name];
  if (!value) throw new Error(`no feature knows ${name} of ${record}`);
  return value;
};

/** One value that a higher feature knows of a record (`Module.knows`), as a column of a query over the record's table. */
export const known = <A>(knowing: Knowing, record: string, name: string) =>
  sql<A>`(${valueOf(knowing, record, name)})`;

/** A value that features above may know of a record, as a column; 0 while no feature does. */
export const knownCents = ({ knows }: Knowing, record: string, name: string) =>
  sql<number>`coalesce((${knows.get(record)?.[name] ?? sql`0`})::bigint, 0)`;

/** All values that higher features know of a record, as columns of a query over the record's table. */
export const knownColumns = ({ knows }: Knowing, record: string): SQL => {
  const values = Object.entries(knows.get(record) ?? {});
  return values.length === 0
    ? sql`null`
    : sql.join(
        values.map(([name, value]) => sql`${value} ${sql.identifier(name)}`),
        sql`, `,
      );
};

/** The same as one JSON column. */
export const allKnown = <A>(knowing: Knowing, record: string) =>
  sql<A>`(select to_json(known) from (select ${knownColumns(knowing, record)}) known)`;

/** Some of the values as one JSON column. The others stay out of the statement: what is not asked costs its planning and locks. */
export const someKnown = (knowing: Knowing, record: string, names: readonly string[]) =>
  sql`json_build_object(${sql.join(
    names.map((name) => sql`${sql.raw(`'${name}'`)}, ${valueOf(knowing, record, name)}`),
    sql`, `,
  )})`;

/** A part of a statement made of what features know, rendered once per application. */
export function constantKnown(make: (knowing: Knowing) => SQL): (knowing: Knowing) => SQL {
  const made = new WeakMap<Knows, SQL>();
  return ({ knows }) => {
    const rendered = made.get(knows) ?? constant(make({ knows }));
    made.set(knows, rendered);
    return rendered;
  };
}
