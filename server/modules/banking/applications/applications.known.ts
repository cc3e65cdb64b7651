import { sql } from 'drizzle-orm';
import { ENDED_APPLICATIONS, WITH_LETTER } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { anyOf, idOf } from '#server/kernel/db.ts';

const { morePapers, approved, conditional, withdrawn, disbursed } = APPLICATION;

/** What its bank applications tell of the row `sales` (SaleKnown). */
export const bankKnown = sql`(select json_build_object(
    'live', count(*) filter (where a.state_id not in ${anyOf(ENDED_APPLICATIONS)}),
    'sent', count(*) filter (where a.sent_at is not null and a.state_id <> ${idOf(withdrawn)}),
    'observed', count(*) filter (where a.state_id in ${anyOf([morePapers, conditional])}),
    'approved', count(*) filter (where a.state_id in ${anyOf([approved, ...WITH_LETTER, disbursed])}),
    'chosen', (array_agg(json_build_object('stateId', a.state_id, 'letterUntil',
      (select expires_on from promise_letters l where l.application_id = a.id))) filter (where a.chosen))[1])
  from bank_applications a where a.sale_id = sales.id)`;
