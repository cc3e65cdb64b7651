import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { anyOf, panamaDayOf, rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  leaving,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';
import { AMOUNT_OF_TYPE } from '#server/modules/money/payments/amounts.service.ts';

const APPROVED = sql`state_id in ${anyOf([REFUND.approved, REFUND.paid])}`;

interface Approved {
  id: number;
  saleId: number;
  code: string | null;
  personId: number;
  projectId: number;
  approvedOn: string;
  paidOn: string | null;
  paidFrom: number | null;
  paid: number;
  penalty: number;
  amount: number;
  /** What earlier refunds of the sale took. */
  before: number;
  /** The customer's money of the sale, by type of payment. */
  held: { type: number; cents: number }[];
}

/** Refunds that two people approved: what the customer had is owed back, less what is kept; then it leaves the bank. */
export const refundPostings: PostingSource = {
  record: 'devolucion',
  async events(db, ids) {
    const found = await rows<Approved>(
      db,
      sql`select f.id, s.id "saleId", s.code, s.person_id "personId", s.project_id "projectId", ${panamaDayOf('f.approved_at')} "approvedOn",
          f.bank_date "paidOn", f.paid_from_id "paidFrom", f.paid_cents paid, f.penalty_cents penalty, f.amount_cents amount,
          (select coalesce(sum(paid_cents), 0)::bigint from refunds e where e.sale_id = f.sale_id and e.id < f.id and e.${APPROVED}) before,
          (select coalesce(json_agg(h order by h.type), '[]') from (select p.type_id "type", sum(p.bank_cents)::bigint cents from payments p
            where p.sale_id = s.id and (p.receipt_number is not null or p.passed_from_id is not null) and p.reversed_at is null
              and p.passed_at is null and p.type_id <> ${PAYMENT_TYPE.disbursement} group by 1) h) held
        from refunds f join sales s on s.id = f.sale_id where ${amongIds(sql`f.id`, ids)} and f.${APPROVED}`,
    );
    return eventsOf(found, approvedOf);
  },
  after: idsOf('refunds', APPROVED),
};

/** The parts of a refund by what the money was paid for, after what earlier refunds took: in the order of the types. */
function partsOf({ held, before, paid }: Approved) {
  let gone = before;
  let left = paid;
  const parts = held.map(({ type, cents }) => {
    const skipped = Math.min(cents, gone);
    gone -= skipped;
    const taken = Math.min(cents - skipped, left);
    left -= taken;
    return { name: AMOUNT_OF_TYPE[type] ?? 'otro', cents: taken };
  });
  // More than the receipts say: it stays visible among what is not identified.
  return [...parts, { name: 'otro', cents: left }];
}

function approvedOf(one: Approved): PostingEvent[] {
  const of = { projectId: one.projectId, saleId: one.saleId, personId: one.personId };
  const approved: PostingEvent = {
    key: 'aprobada',
    kind: 'devolucion.aprobada',
    day: one.approvedOn,
    description: `Devolución ${one.id} · ${one.code ?? `venta ${one.saleId}`}`,
    of,
    amounts: [
      ...partsOf(one),
      { name: 'penalidad', cents: one.penalty },
      { name: 'monto', cents: one.amount },
    ],
  };
  if (one.paidOn === null) return [approved];
  return [
    approved,
    {
      key: 'pagada',
      kind: 'devolucion.pagada',
      day: one.paidOn,
      description: `Pago de la devolución ${one.id} · ${one.code ?? `venta ${one.saleId}`}`,
      of: leaving(of, one.paidFrom),
      amounts: [{ name: 'monto', cents: one.amount }],
    },
  ];
}
