import { sql } from 'drizzle-orm';
import { DEED } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { idOf, panamaDayOf } from '#server/kernel/db.ts';

/** The deed of the row `sales` that is not void (SaleKnown). */
export const deedKnown = sql`(select json_build_object('id', d.id, 'stateId', d.state_id, 'since', ${panamaDayOf('d.state_since')},
    'notaryOn', d.notary_on, 'limitOn', case when d.state_id = ${idOf(DEED.defective)} then d.due_on end)
  from deeds d where d.sale_id = sales.id and d.state_id <> ${idOf(DEED.voided)})`;

/**
 * Whether the promise of the row `sales` is signed: the sale is there or beyond, or came back from there to the banks
 * (domain.md §3, 10→6) and no newer promise went to its signers.
 */
export const promiseKnown = sql`(case
  when sales.state_id between ${idOf(SALE.promiseSigned)} and ${idOf(SALE.closed)} then true
  when sales.state_id in (${idOf(SALE.inBank)}, ${idOf(SALE.rejectedByBanks)}, ${idOf(SALE.promiseLetter)}) then coalesce(
    (select ch.to_state = ${idOf(SALE.promiseSigned)} from changes ch where ch.record = 'precontrato' and ch.record_id = sales.id
      and ch.to_state in (${idOf(SALE.promiseSigning)}, ${idOf(SALE.promiseSigned)}) order by ch.tx desc, ch.id desc limit 1), false)
  else false end)`;
