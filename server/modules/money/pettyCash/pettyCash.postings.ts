import { rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  leaving,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';

interface Fund {
  id: number;
  name: string;
  bookId: number;
  projectId: number | null;
  cents: number;
  paidFrom: number | null;
  openedOn: string;
  closedOn: string | null;
}

/** The money of a fund, which leaves the bank when it is opened and comes back when it is closed. */
export const fundPostings: PostingSource = {
  record: 'caja_menuda',
  async events(db, ids) {
    const found = await rows<Fund>(
      db,
      sql`select id, name, company_id "bookId", project_id "projectId", cents, paid_from_id "paidFrom", opened_on "openedOn", closed_on "closedOn"
        from petty_funds where ${amongIds(sql`id`, ids)}`,
    );
    return eventsOf(found, (one) => {
      const event = (key: string, day: string, words: string, cents: number): PostingEvent => ({
        key,
        kind: 'caja_menuda.fondo',
        day,
        description: `${words} de ${one.name}`,
        bookId: one.bookId,
        of: leaving({ projectId: one.projectId }, one.paidFrom),
        amounts: [{ name: 'fondo', cents }],
      });
      return [
        event('abierta', one.openedOn, 'Apertura', one.cents),
        ...(one.closedOn === null ? [] : [event('cerrada', one.closedOn, 'Cierre', -one.cents)]),
      ];
    });
  },
  after: idsOf('petty_funds', sql`true`),
};

interface Voucher {
  id: number;
  number: number;
  fund: string;
  bookId: number;
  projectId: number | null;
  lotId: number | null;
  account: number;
  cents: number;
  itbms: number;
  spentOn: string;
}

/** What was bought with petty cash; a voided voucher never was. */
export const voucherPostings: PostingSource = {
  record: 'comprobante_caja',
  undone: true,
  async events(db, ids) {
    const found = await rows<Voucher>(
      db,
      sql`select v.id, v.number, f.name fund, f.company_id "bookId", coalesce(v.project_id, f.project_id) "projectId", h.lot_id "lotId",
          v.accounting_account_id account, v.cents, v.itbms_cents itbms, v.spent_on "spentOn"
        from petty_vouchers v join petty_funds f on f.id = v.fund_id left join houses h on h.id = v.house_id
        where ${amongIds(sql`v.id`, ids)} and v.voided_on is null`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'gastado',
        kind: 'caja_menuda.comprobante',
        day: one.spentOn,
        description: `Comprobante ${one.number} de ${one.fund}`,
        bookId: one.bookId,
        of: { projectId: one.projectId, lotId: one.lotId },
        amounts: [
          { name: 'gasto', cents: one.cents - one.itbms, ownAccountId: one.account },
          { name: 'itbms', cents: one.itbms },
          { name: 'total', cents: one.cents },
        ],
      },
    ]);
  },
  after: idsOf('petty_vouchers', sql`voided_on is null`),
};
