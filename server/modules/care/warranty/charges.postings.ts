import { CHARGE } from '#contract/care/warranty/charges.ts';
import { idOf, panamaDayOf, rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  leaving,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';

const OWED = sql`state_id in (${idOf(CHARGE.owed)}, ${idOf(CHARGE.collected)})`;

interface Owed {
  id: number;
  code: string;
  cents: number;
  decidedOn: string;
  collectedOn: string | null;
  collectedInto: number | null;
  bookId: number;
  projectId: number;
  contractId: number;
  partnerId: number;
  lotId: number | null;
}

/** What a contractor owes for a repair beyond their retention; what the retention covered is a move of the contract. */
export const chargePostings: PostingSource = {
  record: 'cargo_garantia',
  async events(db, ids) {
    const found = await rows<Owed>(
      db,
      sql`select b.id, b.code, b.receivable_cents cents, ${panamaDayOf('b.decided_at')} "decidedOn", b.collected_on "collectedOn", b.collected_into_id "collectedInto",
          c.contracting_party_id "bookId", c.project_id "projectId", c.id "contractId", c.contractor_id "partnerId", h.lot_id "lotId"
        from back_charges b join contracts c on c.id = b.contract_id left join houses h on h.id = b.house_id
        where ${amongIds(sql`b.id`, ids)} and b.state_id in (${idOf(CHARGE.owed)}, ${idOf(CHARGE.collected)})`,
    );
    return eventsOf(found, (one) => {
      const event = (
        key: string,
        kind: string,
        day: string,
        words: string,
        account: number | null = null,
      ): PostingEvent => ({
        key,
        kind,
        day,
        description: `${words} ${one.code}`,
        bookId: one.bookId,
        of: leaving(
          {
            projectId: one.projectId,
            contractId: one.contractId,
            partnerId: one.partnerId,
            lotId: one.lotId,
          },
          account,
        ),
        amounts: [{ name: 'cargo', cents: one.cents }],
      });
      return [
        event('por_cobrar', 'cargo_garantia.por_cobrar', one.decidedOn, 'Cargo por cobrar'),
        ...(one.collectedOn === null
          ? []
          : [
              event(
                'cobrado',
                'cargo_garantia.cobrado',
                one.collectedOn,
                'Cobro del cargo',
                one.collectedInto,
              ),
            ]),
      ];
    });
  },
  after: idsOf('back_charges', OWED),
};
