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

/** How far the bank of the sale on the row `lots` is: BANK_KINDS of the plan. */
export const planKnown = sql`(select case
    when s.id is null then 1
    when s.payment_form = 'contado' then 8
    when a.state_id = ${idOf(disbursed)} then 7
    when a.state_id = ${idOf(APPLICATION.letterExpired)} then 6
    when a.state_id = ${idOf(APPLICATION.letter)} then 5
    when a.state_id in (${idOf(approved)}, ${idOf(conditional)}) then 4
    when a.id is not null or exists (select from bank_applications o where o.sale_id = s.id and o.state_id not in ${anyOf(ENDED_APPLICATIONS)}) then 3
    else 2 end
  from (select) one left join lot_claims c on c.lot_id = lots.id and c.released_at is null
    left join sales s on s.id = c.sale_id left join bank_applications a on a.sale_id = s.id and a.chosen)`;
