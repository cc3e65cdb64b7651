import { sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { asksWork } from '#contract/sales/sale/actions.ts';
import { NOTHING, type SaleKnown, type Told } from '#contract/sales/sale/known.ts';
import type { Acting } from '#server/kernel/context.ts';
import { preparedRows } from '#server/kernel/db.ts';
import { constantKnown, knownColumns } from '#server/kernel/known.ts';

type Read = Omit<SaleKnown, keyof Told | 'today' | 'asksWork'> &
  Partial<Told> & { id: number; workSector: string | null };

/** The columns that other features add to a `sales` row (`Module.knows`). */
export const toldOf = constantKnown((knowing) => knownColumns(knowing, 'precontrato'));

/**
 * Facts of other features about sales, by sale id. Builds one statement from the sub-selects that features register
 * (`Module.knows`), so this folder does not depend on those features.
 */
export async function readKnown(
  { db, now, knows }: Pick<Acting, 'db' | 'now' | 'knows'>,
  saleIds: readonly number[],
): Promise<Map<number, SaleKnown>> {
  const found = await preparedRows<Read>(
    db,
    sql`select sales.id, sales.state_id "stateId", sales.payment_form "paymentForm", sales.work_sector "workSector",
      sales.processor_id is not null "hasProcessor", ${toldOf({ knows })}
    from sales where sales.id = any(${sql.param([...saleIds])}::bigint[])`,
  );
  const today = panamaDay(now);
  return new Map(
    found.map(({ id, workSector, ...read }) => [
      id,
      { ...NOTHING, ...read, today, asksWork: asksWork({ ...read, workSector }) },
    ]),
  );
}
