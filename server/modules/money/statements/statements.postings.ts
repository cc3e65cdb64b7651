import { rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, type PostingSource } from '#server/kernel/postings.ts';
import { TO_IDENTIFY } from './toIdentify.service.ts';

interface Line {
  id: number;
  day: string;
  cents: number;
  reference: string;
  accountId: number;
  /** The promotora of the account's projects, when they have one and the same. */
  bookId: number | null;
}

/**
 * Money that came into the bank and has no payment yet. When it gets one, or is set aside, the entry is reversed on its own
 * day: the payment's receipt is entered on the same day.
 */
export const linePostings: PostingSource = {
  record: 'linea_banco',
  whenever: ['linea_banco', 'extracto', 'pago'],
  undone: true,
  async events(db, ids) {
    const found = await rows<Line>(
      db,
      sql`select bank_statement_lines.id, posted_on "day", cents, reference, account_id "accountId",
          (select case when count(distinct r.promoter_id) = 1 and count(*) = count(r.promoter_id) then min(r.promoter_id) end
            from project_bank_accounts a join projects r on r.id = a.project_id where a.account_id = bank_statement_lines.account_id) "bookId"
        from bank_statement_lines where ${amongIds(sql`bank_statement_lines.id`, ids)} and ${TO_IDENTIFY}`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'por_identificar',
        kind: 'linea_banco.por_identificar',
        day: one.day,
        description: `Depósito por identificar ${one.reference}`.trim(),
        bookId: one.bookId,
        of: { bankAccountId: one.accountId },
        amounts: [{ name: 'recibido', cents: one.cents }],
      },
    ]);
  },
  after: idsOf('bank_statement_lines', TO_IDENTIFY),
};
