import { REPORTED_STATES } from '#contract/money/payments/rules.ts';
import { sql } from 'drizzle-orm';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { anyOf, panamaDayOf } from '#server/kernel/db.ts';
import { HELD } from './refunded.service.ts';

const DOWN_PAYMENT = anyOf([PAYMENT_TYPE.downPayment, PAYMENT_TYPE.installment, PAYMENT_TYPE.cash]);
const GONE = anyOf([PAYMENT.rejected, PAYMENT.refunded, PAYMENT.voided]);
const MOVING = anyOf([...REPORTED_STATES, PAYMENT.partial]);
const TO_VERIFY = anyOf(REPORTED_STATES);
const UNPAID = anyOf([PAYMENT.pending, PAYMENT.partial, PAYMENT.overdue]);
const is = (stateId: number) => sql.raw(`state_id = ${stateId}`);

/** Facts of a sale from its payments (SaleKnown), as sub-selects over the row `sales`. */
export const moneyKnown = {
  separation: sql`(select json_build_object('stateId', state_id, 'dueOn', ${panamaDayOf('due_at')})
    from payments where sale_id = sales.id and type_id in ${anyOf([PAYMENT_TYPE.separation])} order by id desc limit 1)`,
  installments: sql`(select json_build_object('total', count(*),
      'confirmed', count(*) filter (where ${is(PAYMENT.confirmed)}),
      'moving', count(*) filter (where state_id in ${MOVING}),
      'toVerify', count(*) filter (where state_id in ${TO_VERIFY}),
      'overdue', count(*) filter (where ${is(PAYMENT.overdue)}),
      'nextDueOn', min(${panamaDayOf('due_at')}) filter (where state_id in ${UNPAID}))
    from payments where sale_id = sales.id and type_id in ${DOWN_PAYMENT} and state_id not in ${GONE})`,
  holdsMoney: sql`(sales.state_id in ${anyOf([SALE.withdrawn, SALE.rescinded])}
    and exists (select from payments where sale_id = sales.id and ${HELD}))`,
};
