import { OPEN_COMPLAINTS } from '#contract/legal/complaints/rules.ts';
import { isInProgress, SALE } from '#contract/sales/sale/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { anyOf, rows, sql, type Db } from '#server/kernel/db.ts';

/** A sale that holds a person's data. */
export interface HeldSale {
  id: number;
  label: string;
  /** Why its data stays, as a sentence; null: it may be erased. */
  why: string | null;
}

interface Facts {
  id: number;
  code: string | null;
  stateId: number;
  promised: boolean;
  complaint: boolean;
  paid: boolean;
  signed: boolean;
  shared: boolean;
}

/** Why the data of a sale stays although its buyer asks to erase it (Ley 81 de 2019, domain.md §4.7): the strongest reason. */
function whyHeld(sale: Facts): string | null {
  if (sale.complaint) return 'Tiene un reclamo abierto ante ACODECO.';
  if (sale.promised) return 'Firmó un contrato de promesa: la ley obliga a guardarlo.';
  if (sale.paid) return 'Hay pagos suyos: la contabilidad se guarda el tiempo que manda la ley.';
  if (sale.signed) return 'Firmó su pre-contrato.';
  if (sale.shared) return 'Compra junto con otra persona.';
  if (isInProgress(sale.stateId)) return 'Su compra sigue en curso: primero tiene que desistir.';
  return null;
}

/** The sales of a person that still have data, and what holds each. */
export async function holdsOf(db: Db, personId: number): Promise<HeldSale[]> {
  const found = await rows<Facts>(
    db,
    sql`select s.id, s.code, s.state_id "stateId",
        (s.state_id between ${SALE.promiseSigned} and ${SALE.closed} or exists (select from changes c
          where c.record = 'precontrato' and c.record_id = s.id and c.to_state = ${SALE.promiseSigned})) promised,
        exists (select from complaints k where k.sale_id = s.id and k.state_id in ${anyOf(OPEN_COMPLAINTS)}) complaint,
        exists (select from payments p where p.sale_id = s.id and (p.reported_at is not null or p.receipt_number is not null)) paid,
        exists (select from signatures g where g.sale_id = s.id) signed,
        exists (select from sale_buyers b where b.sale_id = s.id) shared
      from sales s where s.purged_at is null
        and (s.person_id = ${personId} or exists (select from sale_buyers b where b.sale_id = s.id and b.person_id = ${personId}))
      order by s.id`,
  );
  return found.map((sale) => ({ id: sale.id, label: saleName(sale), why: whyHeld(sale) }));
}
