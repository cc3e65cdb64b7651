import { alphabetic } from '#server/kernel/db.ts';
import { sql, type SQL } from 'drizzle-orm';

export interface Order {
  order_type?: 'asc' | 'desc' | undefined;
  order_column?: string | undefined;
}

const COLUMNS: Readonly<Record<string, SQL>> = {
  id: sql`id`,
  email: sql`email`,
  name: alphabetic(sql`name`),
};

/** Orders a short list as requested; default: by name. */
export const ordered = (inner: SQL, { order_type, order_column }: Order): SQL =>
  sql`select * from (${inner}) listed order by ${COLUMNS[order_column ?? 'name'] ?? COLUMNS['name']!} ${
    order_type === 'desc' ? sql`desc` : sql`asc`
  }, id`;
