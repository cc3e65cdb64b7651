import { ACCOUNT_STATE, type DeductionKind } from '#contract/works/accounts/rules.ts';
import { anyOf, panamaDayOf, rows, sql } from '#server/kernel/db.ts';
import {
  amongIds,
  eventsOf,
  idsOf,
  leaving,
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
  paidFrom: number | null;
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
          a.paid_reference "paidReference", a.paid_from_id "paidFrom", a.amortised_cents amortised, a.retained_cents retained, a.itbms_cents itbms,
          a.withheld_cents withheld, a.net_cents net,
          (select coalesce(json_agg(w order by w.lot), '[]') from (select h.lot_id lot, sum(l.cents)::bigint cents from account_lines l
            join jobs j on j.id = l.job_id left join houses h on h.id = j.house_id
            where l.account_id = a.id and l.dispute is null group by 1) w) work,
          (select coalesce(json_agg(d order by d.kind), '[]') from (select kind, sum(amount_cents)::bigint cents
            from account_deductions where account_id = a.id group by 1) d) deductions
        from progress_accounts a join contracts c on c.id = a.contract_id
        where ${amongIds(sql`a.id`, ids)} and a.state_id in ${IN_BOOKS}`,
    );
    return eventsOf(found, approvedOf);
  },
  after: idsOf('progress_accounts', sql`state_id in ${IN_BOOKS}`),
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
      of: leaving(of, one.paidFrom),
      amounts: [{ name: 'neto', cents: one.net }],
    },
  ];
}

interface RetentionMove {
  id: number;
  move: number;
  kind: 'devolucion' | 'cargo';
  cents: number;
  day: string;
  reference: string;
  bookId: number;
  projectId: number;
  partnerId: number;
  paidFrom: number | null;
}

/** What left the retention of a contract: returned, or charged for a repair. */
export const retentionPostings: PostingSource = {
  record: 'contrato',
  async events(db, ids) {
    const found = await rows<RetentionMove>(
      db,
      sql`select c.id, m.id "move", m.kind, m.amount_cents cents, m.moved_on "day", c.reference, c.contracting_party_id "bookId",
          c.project_id "projectId", c.contractor_id "partnerId", m.paid_from_id "paidFrom"
        from retention_moves m join contracts c on c.id = m.contract_id where ${amongIds(sql`c.id`, ids)} order by m.id`,
    );
    return eventsOf(found, (one) => [
      {
        key: `retenido.${one.move}`,
        kind: one.kind === 'devolucion' ? 'contrato.retenido_devuelto' : 'contrato.retenido_cargado',
        day: one.day,
        description: `${one.kind === 'devolucion' ? 'Retenido devuelto' : 'Cargo al retenido'} del contrato ${one.reference}`,
        bookId: one.bookId,
        of: leaving({ projectId: one.projectId, contractId: one.id, partnerId: one.partnerId }, one.paidFrom),
        amounts: [{ name: one.kind === 'devolucion' ? 'devuelto' : 'cargo', cents: one.cents }],
      },
    ]);
  },
  after: idsOf('contracts', sql`exists (select from retention_moves m where m.contract_id = contracts.id)`),
};
