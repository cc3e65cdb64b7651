import { eq, sql } from 'drizzle-orm';
import { row, type Db } from '#server/kernel/db.ts';
import { sales } from './sales.table.ts';

/** A sale on the other side of a cession. */
export interface CessionSide {
  id: number;
  code: string | null;
  customer: string;
  /** Instant of the cession, as PostgreSQL writes it in JSON. */
  at: string;
}

const side = (join: string, at: 'state_since' | 'created_at') =>
  sql.raw(`(select json_build_object('id', x.id, 'code', x.code, 'customer', xp.name, 'at', x.${at})
    from sales x join people xp on xp.id = x.person_id where ${join})`);

/** The sale from which the row `sales` was ceded, and the one that follows it: CessionSide, or null. */
export const cededFrom = side('x.id = sales.ceded_from_id', 'state_since');
export const cededTo = side('x.ceded_from_id = sales.id', 'created_at');

/** From which sale a sale was ceded, and to which; null where there is none. */
export const cessionOf = async (
  db: Db,
  saleId: number,
): Promise<{ from: CessionSide | null; to: CessionSide | null }> =>
  (await row<{ from: CessionSide | null; to: CessionSide | null }>(
    db,
    sql`select ${cededFrom} "from", ${cededTo} "to" from ${sales} where ${eq(sales.id, saleId)}`,
  )) ?? { from: null, to: null };
