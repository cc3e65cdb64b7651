import { DEED } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { sql, type Db } from '#server/kernel/db.ts';

/** Days from the pass to the deed until each of its steps. */
const STEPS = sql.raw(
  '(values (1, 0), (2, 1), (3, 3), (4, 9), (5, 12), (6, 16), (7, 19), (8, 21), (9, 22), (10, 27), (11, 33), (12, 36))',
);

/**
 * The legal files of the houses of the past's sales, and the deeds of those that passed to one: closed sales have theirs
 * handed over, those in their deed are somewhere on its way. In bulk, like the rest of the past.
 */
export async function writeDeeds(db: Db, lastSale: number): Promise<void> {
  const past = sql`s.id <= ${lastSale}`;
  const inDeed = sql`s.state_id between ${SALE.inDeed} and ${SALE.closed}`;
  await db.execute(sql`insert into house_files (lot_id, mother_finca, own_finca, location_code, cadastral_cents,
      segregation_entry, segregation_entered_on, segregation_inscribed_on, permit_number, permit_on,
      improvements_entry, improvements_entered_on, improvements_inscribed_on,
      release_bank, release_asked_on, release_signed_on, updated_at, created_at)
    select c.lot_id, (28100 + s.project_id)::text, (30410000 + c.lot_id)::text, '8A0' || s.project_id, s.price_cents * 8 / 10,
      (510000 + c.lot_id)::text, k.day - 60, k.day - 45, 'PO-' || c.lot_id, case when k.ready then k.day - 30 end,
      case when k.ready then (520000 + c.lot_id)::text end, case when k.ready then k.day - 28 end, case when k.ready then k.day - 18 end,
      'Banco Nacional de Panamá', k.day - 30, case when k.ready then k.day - 15 end, s.state_since, s.state_since
    from sales s join lot_claims c on c.sale_id = s.id and c.released_at is null
      cross join lateral (select (s.state_since at time zone 'America/Panama')::date "day", ${inDeed} ready) k
    where ${past} and s.state_id between ${SALE.promiseLetter} and ${SALE.closed} and (k.ready or s.id % 3 > 0)
    on conflict do nothing`);
  await db.execute(sql`insert into deeds (sale_id, state_id, state_since, due_on, sent_to_bank_on, bank_approved_on, notary, notary_on,
      buyer_signed_on, company_signed_on, bank_signed_on, number, closed_on, folio, inscribed_on, given_bank_on, given_buyer_on, created_at)
    select s.id, k.state, s.state_since, s.state_since::date + (select u.most from deed_days u where u.state_id = k.state order by u.valid_from limit 1),
      case when k.state >= 3 and k.bank then k.began + 3 end, case when k.state >= 4 and k.bank then k.began + 9 end,
      case when k.state >= 5 then 'Notaría Quinta de Panamá' end, case when k.state >= 5 then k.began + 14 end,
      case when k.state >= 6 then k.began + 14 end, case when k.state >= 6 then k.began + 15 end, case when k.state >= 6 and k.bank then k.began + 16 end,
      case when k.state >= 8 then (4000 + s.id)::text end, case when k.state >= 8 then k.began + 21 end,
      case when k.state >= 11 then (30410000 + s.id)::text || ' (F)' end, case when k.state >= 11 then k.began + 33 end,
      case when k.state = 12 and k.bank then k.began + 36 end, case when k.state = 12 then k.began + 36 end, s.state_since
    from sales s cross join lateral (select s.payment_form <> 'contado' bank, case
        when s.state_id >= ${SALE.disbursed} then ${DEED.handedOver}
        when s.state_id = ${SALE.registered} then ${DEED.registered}
        when s.payment_form = 'contado' and s.id % 10 = 2 then ${DEED.approved}
        else 1 + s.id % 10 end state) state
      cross join lateral (select state.state, state.bank,
        (s.state_since at time zone 'America/Panama')::date - (select g.after from ${STEPS} g(state, after) where g.state = state.state) began) k
    where ${past} and ${inDeed}`);
  await db.execute(sql`insert into deed_taxes (deed_id, kind, base_cents, percent, computed_cents, paid_cents, receipt, paid_on, created_at)
    select d.id, t.kind, s.price_cents, t.percent, round(s.price_cents * t.percent / 100), round(s.price_cents * t.percent / 100),
      'B-' || d.id || '-' || t.kind, coalesce(d.closed_on, d.company_signed_on) , d.created_at
    from deeds d join sales s on s.id = d.sale_id cross join (values ('itbi', 2.0), ('isr', 1.5)) t(kind, percent)
    where ${past} and d.state_id >= ${DEED.taxes}`);
  await db.execute(sql`insert into deed_certificates (deed_id, kind, number, issued_on, expires_on, created_at)
    select d.id, k.kind, 'PS-' || d.id, d.company_signed_on, d.company_signed_on + 30, d.created_at
    from deeds d join sales s on s.id = d.sale_id cross join (values ('inmueble'), ('idaan')) k(kind)
    where ${past} and d.state_id >= ${DEED.taxes}`);
  await db.execute(sql`insert into deed_entries (deed_id, number, entered_on, defect, defect_on, limit_on, created_at)
    select d.id, (190000 + d.id)::text || '/' || extract(year from d.closed_on), d.closed_on + 1,
      case when d.state_id = ${DEED.defective} then 'La descripción de los linderos no coincide con el plano.' end,
      case when d.state_id = ${DEED.defective} then d.closed_on + 6 end, case when d.state_id = ${DEED.defective} then d.due_on end, d.created_at
    from deeds d join sales s on s.id = d.sale_id where ${past} and d.state_id >= ${DEED.entered}`);
}
