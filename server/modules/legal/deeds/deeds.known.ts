import { sql } from 'drizzle-orm';
import { DEED, LOT_STATE } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { idOf, panamaDayOf } from '#server/kernel/db.ts';

/** The deed of the row `sales` that is not void (SaleKnown). */
export const deedKnown = sql`(select json_build_object('id', d.id, 'stateId', d.state_id, 'since', ${panamaDayOf('d.state_since')},
    'notaryOn', d.notary_on, 'limitOn', case when d.state_id = ${idOf(DEED.defective)} then d.due_on end,
    'usual', (select json_build_object('least', u.least, 'most', u.most) from deed_days u where u.state_id = d.state_id
      and u.valid_from <= (d.state_since at time zone 'America/Panama')::date order by u.valid_from desc limit 1))
  from deeds d where d.sale_id = sales.id and d.state_id <> ${idOf(DEED.voided)})`;

/**
 * Whether the promise of the row `sales` is signed: the sale is there or beyond, or came back from there to the banks
 * (domain.md §3, 10→6) and no newer promise went to its signers.
 */
export const promiseSignedKnown = sql`(case
  when sales.state_id between ${idOf(SALE.promiseSigned)} and ${idOf(SALE.closed)} then true
  when sales.state_id in (${idOf(SALE.inBank)}, ${idOf(SALE.rejectedByBanks)}, ${idOf(SALE.promiseLetter)}) then coalesce(
    (select ch.to_state = ${idOf(SALE.promiseSigned)} from changes ch where ch.record = 'precontrato' and ch.record_id = sales.id
      and ch.to_state in (${idOf(SALE.promiseSigning)}, ${idOf(SALE.promiseSigned)}) order by ch.tx desc, ch.id desc limit 1), false)
  else false end)`;

/** How far the row `lots` is on the way to its own deed: LEGAL_KINDS of the plan. The occupancy permit counts as it is written. */
export const planKnown = sql`(select case
    when lots.state_id in (${idOf(LOT_STATE.deeded)}, ${idOf(LOT_STATE.delivered)}) or d.state_id in (${idOf(DEED.registered)}, ${idOf(DEED.handedOver)}) then 6
    when d.state_id in (${idOf(DEED.entered)}, ${idOf(DEED.defective)}) then 5
    when d.state_id is not null then 4
    when f.own_finca is null or f.segregation_inscribed_on is null then 1
    when f.permit_on is null then 2
    else 3 end
  from (select) one left join house_files f on f.lot_id = lots.id
    left join lot_claims c on c.lot_id = lots.id and c.released_at is null
    left join deeds d on d.sale_id = c.sale_id and d.state_id <> ${idOf(DEED.voided)})`;
