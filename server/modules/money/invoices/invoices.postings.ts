import { INVOICE_STATE, type InvoiceKind } from '#contract/money/invoices/rules.ts';
import { anyOf, rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  type NamedAmount,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';

const OWED = anyOf([INVOICE_STATE.approved, INVOICE_STATE.inPayment, INVOICE_STATE.paid]);
/** One that was approved and is disputed now is still owed; one that was never approved is not. */
const IN_BOOKS = sql`(state_id in ${OWED} or (state_id = ${INVOICE_STATE.disputed} and approved_on is not null))
  and progress_account_id is null`;

interface Line {
  cents: number;
  account: number | null;
  ordered: boolean;
  project: number | null;
  lot: number | null;
  delivered: boolean;
}
interface Owed {
  id: number;
  kind: InvoiceKind;
  number: string;
  partnerId: number;
  bookId: number;
  issuedOn: string;
  itbms: number;
  withheld: number;
  total: number;
  lines: Line[];
  advances: { id: number; cents: number; day: string }[];
}

const NAMES: Readonly<Record<InvoiceKind, string>> = { factura: 'Factura', nota_credito: 'Nota de crédito' };

/**
 * What approved invoices and credit notes cost and owe, on their own day, and the advances applied to them. What documents an
 * account of works says nothing: the account does. A credit note applied to an invoice moves nothing between accounts.
 */
export const invoicePostings: PostingSource = {
  record: 'factura_proveedor',
  async events(db, ids) {
    const found = await rows<Owed>(
      db,
      sql`select i.id, i.kind, i.number, i.partner_id "partnerId", i.company_id "bookId", i.issued_on "issuedOn", i.itbms_cents itbms,
          i.withheld_cents withheld, i.total_cents total,
          (select coalesce(json_agg(json_build_object('cents', l.cents, 'account', l.accounting_account_id, 'ordered', l.order_line_id is not null,
              'project', l.project_id, 'lot', h.lot_id, 'delivered', l.after_delivery) order by l.position), '[]')
            from supplier_invoice_lines l left join houses h on h.id = l.house_id where l.invoice_id = i.id) lines,
          (select coalesce(json_agg(json_build_object('id', s.id, 'cents', s.cents, 'day', s.settled_on) order by s.id), '[]')
            from invoice_settlements s where s.invoice_id = i.id and s.advance_id is not null) advances
        from supplier_invoices i where ${amongIds(sql`i.id`, ids)} and ${IN_BOOKS}`,
    );
    return eventsOf(found, owedOf);
  },
  after: idsOf('supplier_invoices', IN_BOOKS),
};

/** Where the cost of a line goes: to what the order's receipt waits with, to a house or a project, or to its own account. */
function amountOf({ cents, account, ordered, project, lot, delivered }: Line, sign: number): NamedAmount {
  const name = ordered
    ? 'orden'
    : account !== null
      ? 'cuenta'
      : lot === null
        ? 'proyecto'
        : delivered
          ? 'entregada'
          : 'vivienda';
  return { name, cents: sign * cents, ownAccountId: account, projectId: project, lotId: lot };
}

function owedOf(one: Owed): PostingEvent[] {
  const sign = one.kind === 'factura' ? 1 : -1;
  const name = `${NAMES[one.kind]} ${one.number}`;
  const of = { partnerId: one.partnerId };
  return [
    {
      key: 'aprobada',
      kind: 'factura.aprobada',
      day: one.issuedOn,
      description: name,
      bookId: one.bookId,
      of,
      amounts: [
        ...one.lines.map((line) => amountOf(line, sign)),
        { name: 'itbms', cents: sign * one.itbms },
        { name: 'retenido', cents: sign * one.withheld },
        { name: 'neto', cents: sign * (one.total - one.withheld) },
      ],
    },
    ...one.advances.map(({ id, cents, day }): PostingEvent => ({
      key: `anticipo.${id}`,
      kind: 'factura.anticipo_aplicado',
      day,
      description: `Anticipo aplicado a la ${name.toLowerCase()}`,
      bookId: one.bookId,
      of,
      amounts: [{ name: 'aplicado', cents }],
    })),
  ];
}
