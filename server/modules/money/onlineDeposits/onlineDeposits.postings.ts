import { rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, type PostingSource } from '#server/kernel/postings.ts';

interface Settled {
  id: number;
  reference: string;
  fee: number;
  settledOn: string;
  saleId: number;
  projectId: number;
  accountId: number;
}

/** What a provider kept of a payment, on the day on which it paid it out. The payment itself is its receipt's. */
export const depositPostings: PostingSource = {
  record: 'pago_en_linea',
  async events(db, ids) {
    const found = await rows<Settled>(
      db,
      sql`select d.id, d.reference, d.fee_cents fee, d.settled_on "settledOn", d.sale_id "saleId", s.project_id "projectId", l.account_id "accountId"
        from online_deposits d join sales s on s.id = d.sale_id join bank_statement_lines l on l.id = d.line_id
        where ${amongIds(sql`d.id`, ids)} and d.fee_cents > 0`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'comision',
        kind: 'pago_en_linea.comision',
        day: one.settledOn,
        description: `Comisión del pago en línea ${one.reference}`,
        of: { projectId: one.projectId, saleId: one.saleId, bankAccountId: one.accountId },
        amounts: [{ name: 'comision', cents: one.fee }],
      },
    ]);
  },
  after: idsOf('online_deposits', sql`line_id is not null`),
};
