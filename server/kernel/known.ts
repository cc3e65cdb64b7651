import { sql } from 'drizzle-orm';
import type { Context } from './context.ts';

type Knowing = Pick<Context, 'knows'>;

/** One thing that a feature above knows of a record (`Module.knows`), as a column of a query over the record's table. */
export const known = <A>({ knows }: Knowing, record: string, name: string) =>
  sql<A>`(select known.${sql.identifier(name)} from (select ${knows.get(record)}) known)`;

/** All that features above know of a record, as one column. */
export const allKnown = <A>({ knows }: Knowing, record: string) =>
  sql<A>`(select to_json(known) from (select ${knows.get(record)}) known)`;
