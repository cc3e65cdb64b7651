import { ISSUED_STATE as S } from '#contract/money/issuedInvoices/rules.ts';
import { idOf, rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, type PostingSource } from '#server/kernel/postings.ts';

interface Income {
  id: number;
  number: string;
  bookId: number;
  projectId: number | null;
  kind: 'factura' | 'nota_credito';
  issuedOn: string;
  lines: { cents: number; itbms: number; account: number | null }[];
}

/**
 * Income that only an invoice made by hand tells, from the day on which it was authorized; its credit note takes it away. What
 * comes from the books is in them already.
 */
export const issuedPostings: PostingSource = {
  record: 'factura_emitida',
  async events(db, ids) {
    const found = await rows<Income>(
      db,
      sql`select i.id, concat(s.point, '-', lpad(i.number::text, 10, '0')) "number", s.company_id "bookId", i.project_id "projectId", i.kind,
          i.issued_on "issuedOn", (select json_agg(json_build_object('cents', l.cents, 'itbms', l.itbms_cents, 'account', l.accounting_account_id) order by l.position)
            from issued_invoice_lines l where l.invoice_id = i.id) lines
        from issued_invoices i join invoice_series s on s.id = i.series_id left join issued_invoices c on c.id = i.corrects_id
        where ${amongIds(sql`i.id`, ids)} and i.state_id = ${idOf(S.authorized)} and not i.imported
          and i.event is null and c.event is null`,
    );
    return eventsOf(found, (one) => {
      const sign = one.kind === 'factura' ? 1 : -1;
      const total = one.lines.reduce((sum, { cents, itbms }) => sum + cents + itbms, 0);
      return [
        {
          key: 'emitida',
          kind: 'factura_emitida.otros',
          day: one.issuedOn,
          description: `${one.kind === 'factura' ? 'Factura' : 'Nota de crédito'} ${one.number}`,
          bookId: one.bookId,
          of: { projectId: one.projectId },
          amounts: [
            ...one.lines.map(({ cents, account }) => ({
              name: 'ingreso',
              cents: sign * cents,
              ownAccountId: account,
            })),
            { name: 'itbms', cents: sign * one.lines.reduce((sum, { itbms }) => sum + itbms, 0) },
            { name: 'total', cents: sign * total },
          ],
        },
      ];
    });
  },
  after: idsOf('issued_invoices', sql`state_id = ${idOf(S.authorized)} and event is null and not imported`),
};
