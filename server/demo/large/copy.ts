import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

/** The value of one column; instants must be ISO text. */
export type Value = string | number | boolean | null;

/** Rows waiting to be copied into one table. */
export class Sheet {
  readonly table: string;
  readonly columns: string;
  #lines: string[] = [];

  constructor(table: string, columns: string) {
    this.table = table;
    this.columns = columns;
  }

  /** Adds a row; values in the order of the columns. */
  add(...values: readonly Value[]): void {
    let line = '';
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]!;
      line += at === 0 ? '' : '\t';
      line += value === null ? '\\N' : typeof value === 'string' ? escaped(value) : String(value);
    }
    this.#lines.push(line);
  }

  /** Sends the waiting rows and clears them. `frozen`: the table was truncated in the same transaction. */
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
/** Escapes a value for COPY's text format. */
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => WRITTEN[one]!) : text;

/**
 * Drops the indexes that no constraint needs, runs `work`, and recreates them: building once at the end costs a fraction
 * of millions of single insertions, and unique indexes are still checked.
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
