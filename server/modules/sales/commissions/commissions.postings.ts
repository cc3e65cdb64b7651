import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { idOf, panamaDayOf, rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  leaving,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';

interface Released {
  id: number;
  cents: number;
  releasedOn: string;
  /** The day of the payment; null: not paid. */
  paidOn: string | null;
  paidFrom: number | null;
  /** What reverse entries took from the payout. */
  offset: number;
  saleId: number;
  code: string | null;
  projectId: number;
}

/** Parts of commissions that were released, or taken back with a negative amount, and what was paid of them. */
export const commissionPostings: PostingSource = {
  record: 'comision',
  async events(db, ids) {
    const found = await rows<Released>(
      db,
      sql`select l.id, l.cents, ${panamaDayOf('l.released_at')} "releasedOn",
          case when l.reverses_id is null and l.paid_on is not null and l.state_id = ${idOf(COMMISSION.paid)} then l.paid_on end "paidOn", l.paid_from_id "paidFrom",
          (select coalesce(sum(o.cents), 0)::bigint from commission_offsets o where o.line_id = l.id) "offset",
          s.id "saleId", s.code, s.project_id "projectId"
        from commission_lines l join commissions c on c.id = l.commission_id join sales s on s.id = c.sale_id
        where ${amongIds(sql`l.id`, ids)} and l.released_at is not null`,
    );
    return eventsOf(found, releasedOf);
  },
  after: idsOf('commission_lines', sql`released_at is not null`),
};

function releasedOf(one: Released): PostingEvent[] {
  const of = { projectId: one.projectId, saleId: one.saleId };
  const name = `comisión de ${one.code ?? `la venta ${one.saleId}`}`;
  const released: PostingEvent = {
    key: 'liberada',
    kind: 'comision.liberada',
    day: one.releasedOn,
    description: one.cents < 0 ? `Reverso de una ${name}` : `Se liberó una ${name}`,
    of,
    amounts: [{ name: 'comision', cents: one.cents }],
  };
  if (one.paidOn === null) return [released];
  return [
    released,
    {
      key: 'pagada',
      kind: 'comision.pagada',
      day: one.paidOn,
      description: `Pago de una ${name}`,
      of: leaving(of, one.paidFrom),
      amounts: [{ name: 'neto', cents: one.cents - one.offset }],
    },
  ];
}
