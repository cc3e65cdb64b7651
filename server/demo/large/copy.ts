import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** What one column of a row takes; instants as milliseconds need `at` first. */
export type Value = string | number | boolean | null;

/** Rows that wait to be copied into one table. */
export class Sheet {
  readonly table: string;
  readonly columns: string;
  #lines: string[] = [];

  constructor(table: string, columns: string) {
    this.table = table;
    this.columns = columns;
  }

  /** Values in the order of the columns. */
  add(...values: readonly Value[]): void {
    let line = '';
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]!;
      line += at === 0 ? '' : '\t';
      line += value === null ? '\\N' : typeof value === 'string' ? escaped(value) : String(value);
    }
    this.#lines.push(line);
  }

  /** Sends what has gathered, and forgets it. `frozen`: the table was emptied in this same transaction. */
  async send(client: pg.ClientBase, frozen: boolean): Promise<void> {
    if (this.#lines.length === 0) return;
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    const target = client.query(
      from(`copy ${this.table} (${this.columns}) from stdin${frozen ? ' with (freeze)' : ''}`),
    );
    await pipeline(Readable.from([text]), target);
  }
}

const SPECIAL = /[\\\t\n\r]/;
const WRITTEN: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** As COPY's text format wants it. */
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => WRITTEN[one]!) : text;

/**
 * Drops the indexes that no constraint needs, does the work, and makes them again: one build at the end costs a fraction of
 * millions of insertions, and finds what is not unique all the same.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any($1::regclass[]) and not i.indisprimary
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
