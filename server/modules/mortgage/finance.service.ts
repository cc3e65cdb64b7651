import { row, sql, type Db } from '#server/kernel/db.ts';

/** Price less what the buyer pays down, in cents: the plan's payments where there is one, else the project's percent. */
export async function toFinance(db: Db, saleId: number): Promise<number> {
  const found = await row<{ cents: number }>(
    db,
    sql`select (s.price_cents - case when exists (select 1 from payments y where y.sale_id = s.id and y.type_id in (2, 3)
          and y.state_id not in (5, 8, 9))
        then (select coalesce(sum(y.due_cents), 0) from payments y where y.sale_id = s.id and y.type_id in (1, 2, 3)
          and y.state_id not in (5, 8, 9))
        else round(s.price_cents * p.down_payment_percent / 100) end)::bigint cents
      from sales s join projects p on p.id = s.project_id where s.id = ${saleId}`,
  );
  return Math.max(0, found?.cents ?? 0);
}
