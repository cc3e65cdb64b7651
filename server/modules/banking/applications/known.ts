import { sql } from 'drizzle-orm';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { anyOf } from '#server/kernel/db.ts';

const { morePapers, approved, conditional, letter, rejected, withdrawn, letterExpired, disbursed } =
  APPLICATION;

/** What its bank applications tell of the row `sales` (SaleKnown). */
export const bankKnown = sql`(select json_build_object(
    'live', count(*) filter (where a.state_id not in ${anyOf([rejected, withdrawn])}),
    'sent', count(*) filter (where a.sent_at is not null and a.state_id not in ${anyOf([withdrawn])}),
    'observed', count(*) filter (where a.state_id in ${anyOf([morePapers, conditional])}),
    'approved', count(*) filter (where a.state_id in ${anyOf([approved, letter, letterExpired, disbursed])}),
    'chosen', (array_agg(json_build_object('stateId', a.state_id, 'letterUntil',
      (select expires_on from promise_letters l where l.application_id = a.id))) filter (where a.chosen))[1])
  from bank_applications a where a.sale_id = sales.id)`;
