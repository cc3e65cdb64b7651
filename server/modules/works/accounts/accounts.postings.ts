import { ACCOUNT_STATE, type DeductionKind } from '#contract/works/accounts/rules.ts';
import { anyOf, panamaDayOf, rows, sql } from '#server/kernel/db.ts';
import {
  eventsOf,
  type NamedAmount,
  type PostingEvent,
  type PostingSource,
} from '#server/kernel/postings.ts';

const IN_BOOKS = anyOf([ACCOUNT_STATE.approved, ACCOUNT_STATE.paid]);

interface Approved {
  id: number;
  number: number;
  reference: string;
  bookId: number;
  projectId: number;
  contractId: number;
  partnerId: number;
  /** The day of the approval, or of the measurement where it was imported. */
  approvedOn: string;
  paidOn: string | null;
  paidReference: string | null;
  amortised: number;
  retained: number;
  itbms: number;
  withheld: number;
  net: number;
  /** By house, and what has no house. */
  work: { lot: number | null; cents: number }[];
  deductions: { kind: DeductionKind; cents: number }[];
}

/** What approved accounts cost and owe, by house, and what was paid of them: in the books of the contracting party. */
export const accountPostings: PostingSource = {
  record: 'cuenta_obra',
  async events(db, ids) {
    const found = await rows<Approved>(
      db,
      sql`select a.id, a.number, c.reference, c.contracting_party_id "bookId", c.project_id "projectId", c.id "contractId",
          c.contractor_id "partnerId", coalesce(${panamaDayOf('a.approved_at')}, a.measured_on) "approvedOn", a.paid_on "paidOn",
          a.paid_reference "paidReference", a.amortised_cents amortised, a.retained_cents retained, a.itbms_cents itbms,
          a.withheld_cents withheld, a.net_cents net,
          (select coalesce(json_agg(w order by w.lot), '[]') from (select h.lot_id lot, sum(l.cents)::bigint cents from account_lines l
            join jobs j on j.id = l.job_id left join houses h on h.id = j.house_id
            where l.account_id = a.id and l.dispute is null group by 1) w) work,
          (select coalesce(json_agg(d order by d.kind), '[]') from (select kind, sum(amount_cents)::bigint cents
            from account_deductions where account_id = a.id group by 1) d) deductions
        from progress_accounts a join contracts c on c.id = a.contract_id
        where a.id = any(${sql.param([...ids])}::bigint[]) and a.state_id in ${IN_BOOKS}`,
    );
    return eventsOf(found, approvedOf);
  },
  after: async (db, id, most) =>
    (
      await rows<{ id: number }>(
        db,
        sql`select id from progress_accounts where id > ${id} and state_id in ${IN_BOOKS} order by id limit ${most}`,
      )
    ).map((one) => Number(one.id)),
};

function approvedOf(one: Approved): PostingEvent[] {
  const of = { projectId: one.projectId, contractId: one.contractId, partnerId: one.partnerId };
  const name = `Cuenta ${one.number} del contrato ${one.reference}`;
  const amounts: NamedAmount[] = [
    ...one.work.map(({ lot, cents }) =>
      lot === null ? { name: 'infraestructura', cents } : { name: 'viviendas', cents, lotId: lot },
    ),
    { name: 'itbms', cents: one.itbms },
    { name: 'amortizado', cents: one.amortised },
    { name: 'retenido', cents: one.retained },
    { name: 'itbms_retenido', cents: one.withheld },
    ...one.deductions.map(({ kind, cents }) => ({ name: `descuento_${kind}`, cents })),
    { name: 'neto', cents: one.net },
  ];
  const approved: PostingEvent = {
    key: 'aprobada',
    kind: 'cuenta_obra.aprobada',
    day: one.approvedOn,
    description: name,
    bookId: one.bookId,
    of,
    amounts,
  };
  if (one.paidOn === null) return [approved];
  return [
    approved,
    {
      key: 'pagada',
      kind: 'cuenta_obra.pagada',
      day: one.paidOn,
      description: `Pago de la ${name.toLowerCase()} (${one.paidReference})`,
      bookId: one.bookId,
      of,
      amounts: [{ name: 'neto', cents: one.net }],
    },
  ];
}
