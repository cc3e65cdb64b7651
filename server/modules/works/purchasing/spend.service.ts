import { sql, type SQL } from 'drizzle-orm';
import { ORDER_STATE } from '#contract/works/purchasing/rules.ts';
import { idOf } from '#server/kernel/db.ts';

/**
 * Purchases of materials by cost code, for the budget of works, in centavos without ITBMS: committed by orders in force, and
 * of one closed short what arrived; certified is what arrived and was not returned. Accounting pays them elsewhere.
 */
export const purchasedByCode = ({
  proyecto_id,
  vivienda_id,
}: {
  proyecto_id: number;
  vivienda_id?: number | undefined;
}): SQL =>
  sql`select m.cost_code_id code,
      case when o.state_id = ${idOf(ORDER_STATE.closedShort)} then a.cents else greatest(l.cents, a.cents) end committed,
      a.cents certified, 0::bigint paid
    from purchase_orders o join purchase_order_lines l on l.order_id = o.id join materials m on m.id = l.material_id
      cross join lateral (select round((l.received - l.returned) * l.price_cents)::bigint cents) a
    where o.project_id = ${proyecto_id} and o.state_id <> ${idOf(ORDER_STATE.voided)}
      and ${vivienda_id === undefined ? sql`true` : sql`o.house_id = ${vivienda_id}`}`;
