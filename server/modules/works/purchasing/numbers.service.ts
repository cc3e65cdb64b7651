import { sql } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';

/** `SM-2026-00001`, `OC-2026-00001`. */
export const numberedCode = (prefix: 'SM' | 'OC', { year, number }: { year: number; number: number }) =>
  `${prefix}-${year}-${String(number).padStart(5, '0')}`;

/**
 * The next number of a yearly series, without gaps: one writer at a time, until the transaction ends. The unique index
 * stands behind it.
 */
export async function nextNumber(
  { db }: Pick<Context, 'db'>,
  table: 'material_requests' | 'purchase_orders',
  year: number,
): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${year}`}, 0))`);
  const found = await row<{ number: number }>(
    db,
    sql`select coalesce(max(number), 0)::int + 1 number from ${sql.identifier(table)} where year = ${year}`,
  );
  return found!.number;
}
