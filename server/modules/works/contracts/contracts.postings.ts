import { rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, leaving, type PostingSource } from '#server/kernel/postings.ts';

interface Advance {
  id: number;
  reference: string;
  bookId: number;
  projectId: number;
  partnerId: number;
  cents: number;
  day: string;
  paidFrom: number | null;
}

/** The advance that was paid of a contract, in the books of its contracting party. */
export const advancePostings: PostingSource = {
  record: 'contrato',
  async events(db, ids) {
    const found = await rows<Advance>(
      db,
      sql`select id, reference, contracting_party_id "bookId", project_id "projectId", contractor_id "partnerId",
          advance_cents cents, advance_paid_on "day", advance_from_id "paidFrom"
        from contracts where ${amongIds(sql`id`, ids)} and advance_paid_on is not null`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'anticipo',
        kind: 'contrato.anticipo',
        day: one.day,
        description: `Anticipo del contrato ${one.reference}`,
        bookId: one.bookId,
        of: leaving({ projectId: one.projectId, contractId: one.id, partnerId: one.partnerId }, one.paidFrom),
        amounts: [{ name: 'anticipo', cents: one.cents }],
      },
    ]);
  },
  after: idsOf('contracts', sql`advance_paid_on is not null`),
};
