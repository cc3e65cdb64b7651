import { sql } from 'drizzle-orm';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import type { PromiseKnown } from '#contract/sales/sale/known.ts';

const STANDINGS: Readonly<Record<number, PromiseKnown['standing']>> = {
  [PROMISE.draft]: 'borrador',
  [PROMISE.inReview]: 'revision',
  [PROMISE.approved]: 'borrador',
  [PROMISE.signing]: 'firma',
  [PROMISE.signed]: 'firmada',
  [PROMISE.rejected]: 'rechazada',
  [PROMISE.expired]: 'vencida',
  [PROMISE.voided]: 'anulada',
  [PROMISE.ended]: 'anulada',
};

/** The last round of the promise of the row `sales`. */
export const promiseKnown = sql`(select json_build_object('id', k.id, 'standing', case k.state_id ${sql.raw(
  Object.entries(STANDINGS)
    .map(([state, standing]) => `when ${state} then '${standing}'`)
    .join(' '),
)} end) from promises k where k.sale_id = sales.id order by k.round desc limit 1)`;
