import { and, eq, sql } from 'drizzle-orm';
import type { StaffLook } from '#contract/company/outbox/looks.ts';
import type { BuyerRole } from '#contract/sales/buyers/buyersRules.ts';
import type { Context } from '#server/kernel/context.ts';
import { row, rows, violatedConstraint, type Db } from '#server/kernel/db.ts';
import { conflict } from '#server/kernel/errors.ts';
import { saleBuyers } from './buyers.table.ts';

/** A buyer, co-buyer or co-debtor of a sale, with the state of their signature of the pre-contract. */
export interface BuyerRow {
  /** Null: the main buyer. */
  id: number | null;
  personId: number;
  role: BuyerRole;
  contact: boolean;
  /** 0: the main buyer. */
  position: number;
  name: string;
  phone: string;
  email: string | null;
  documentType: string | null;
  documentNumber: string | null;
  addedAt: string | null;
  outcome: 'firmada' | 'rechazada' | null;
  at: string | null;
  /** From the evidence of that signature. */
  seen: StaffLook[];
}

/** All buyers of a sale, the main buyer first. */
export const buyersOf = (db: Db, saleId: number): Promise<BuyerRow[]> =>
  rows<BuyerRow>(
    db,
    sql`with everybody as (
      select null::bigint id, person_id, 'comprador' role, 0::smallint position, null::timestamptz added_at,
        not exists (select from sale_buyers b where b.sale_id = sales.id and b.contact) contact
      from sales where id = ${saleId}
      union all select id, person_id, role, position, added_at, contact from sale_buyers where sale_id = ${saleId}
    )
    select e.id, e.person_id "personId", e.role, e.contact, e.position, p.name, p.phone, p.email::text email,
      p.document_type "documentType", p.document_number "documentNumber", e.added_at "addedAt", s.outcome, s.at,
      coalesce(s.evidence -> 'seenByStaff', '[]') seen
    from everybody e join people p on p.id = e.person_id
    left join lateral (select outcome, at, evidence from signatures where sale_id = ${saleId} and origin = 'precontrato'
      and coalesce(buyer_id, 0) = coalesce(e.id, 0) order by sequence desc limit 1) s on true
    order by e.position`,
  );

/** The buyer who gets the mails and links of a sale; null for the main buyer. */
export const contactOf = async (db: Db, saleId: number): Promise<number | null> =>
  (await row<{ id: number }>(db, sql`select id from sale_buyers where sale_id = ${saleId} and contact`))
    ?.id ?? null;

/** SQL: the id of the person who gets the mails of a sale, over the table `sales`. */
export const CONTACT_PERSON = sql`coalesce((select b.person_id from sale_buyers b where b.sale_id = sales.id and b.contact), sales.person_id)`;

/** Adds a buyer to a locked sale. Returns the buyer's id. Raises 409 BUYER_TWICE. */
export async function addToSale(
  ctx: Pick<Context, 'db' | 'now'>,
  buyer: Omit<typeof saleBuyers.$inferInsert, 'id' | 'addedAt'>,
): Promise<number> {
  const [made] = await ctx.db
    .insert(saleBuyers)
    .values({ ...buyer, addedAt: ctx.now })
    .returning({ id: saleBuyers.id })
    .catch((error: unknown) => {
      const constraint = violatedConstraint(error);
      if (constraint === 'sale_buyers_once' || constraint === 'sale_buyers_main')
        throw conflict('BUYER_TWICE', 'Esta persona ya está en la compra.');
      throw error;
    });
  return made!.id;
}

/** Sets the buyer who gets mails and links of a locked sale; null: the main buyer. */
export async function makeContact(db: Db, saleId: number, id: number | null): Promise<void> {
  await db
    .update(saleBuyers)
    .set({ contact: false })
    .where(and(eq(saleBuyers.saleId, saleId), eq(saleBuyers.contact, true)));
  if (id !== null) await db.update(saleBuyers).set({ contact: true }).where(eq(saleBuyers.id, id));
}

/** Removes a buyer and their links from a locked sale. */
export async function takeFromSale(db: Db, id: number): Promise<void> {
  await db.delete(saleBuyers).where(eq(saleBuyers.id, id));
}
