import { sql } from 'drizzle-orm';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { rows } from '#server/kernel/db.ts';
import { eventsOf, type PostingEvent, type PostingSource } from '#server/kernel/postings.ts';

const KINDS: Readonly<Record<number, string>> = {
  [PAYMENT_TYPE.separation]: 'pago.separacion',
  [PAYMENT_TYPE.downPayment]: 'pago.abono',
  [PAYMENT_TYPE.installment]: 'pago.abono',
  [PAYMENT_TYPE.cash]: 'pago.abono',
  [PAYMENT_TYPE.legal]: 'pago.gastos',
  [PAYMENT_TYPE.extras]: 'pago.extras',
  [PAYMENT_TYPE.disbursement]: 'pago.desembolso',
};

interface Received {
  id: number;
  typeId: number;
  day: string;
  cents: number;
  receipt: string;
  reversedOn: string | null;
  reversedCents: number | null;
  reversal: number | null;
  saleId: number;
  code: string | null;
  personId: number;
  projectId: number;
  accountId: number | null;
  /** The account is the one that the project's buyers pay to: no line of a statement says it. */
  supposed: boolean;
}

/**
 * What customers paid, on the bank's day, and what was taken back, on the day of its return. Money that passed to the buyer
 * of a ceded sale has no receipt of its own: it stays where its receipt put it, and the cession moves it.
 */
export const paymentPostings: PostingSource = {
  record: 'pago',
  async events(db, ids) {
    const found = await rows<Received>(
      db,
      sql`select p.id, p.type_id "typeId", p.bank_date "day", p.bank_cents cents,
          p.receipt_prefix || lpad(p.receipt_number::text, p.receipt_digits, '0') receipt,
          r.bank_date "reversedOn", r.cents "reversedCents", r.number reversal, s.id "saleId", s.code, s.person_id "personId", s.project_id "projectId", coalesce(l.account_id,
            (select a.account_id from project_bank_accounts a where a.project_id = s.project_id and a.for_buyers)) "accountId",
          l.id is null supposed
        from payments p join sales s on s.id = p.sale_id left join payment_reversals r on r.payment_id = p.id
        left join statement_matches m on m.payment_id = p.id and m.released_at is null
        left join bank_statement_lines l on l.id = m.line_id
        where p.id = any(${sql.param([...ids])}::bigint[]) and p.receipt_number is not null`,
    );
    return eventsOf(found, receivedOf);
  },
  after: async (db, id, most) =>
    (
      await rows<{ id: number }>(
        db,
        sql`select id from payments where id > ${id} and receipt_number is not null order by id limit ${most}`,
      )
    ).map((one) => Number(one.id)),
};

function receivedOf(one: Received): PostingEvent[] {
  const kind = KINDS[one.typeId] ?? 'pago.otro';
  const of = {
    projectId: one.projectId,
    saleId: one.saleId,
    personId: one.personId,
    bankAccountId: one.accountId,
  };
  const received: PostingEvent = {
    key: 'recibido',
    kind,
    day: one.day,
    description: `Recibo ${one.receipt} · ${one.code ?? 'sin código'}`,
    bankSupposed: one.supposed,
    of,
    amounts: [{ name: 'recibido', cents: one.cents }],
  };
  if (one.reversedOn === null) return [received];
  return [
    received,
    {
      key: 'reversado',
      kind,
      day: one.reversedOn < one.day ? one.day : one.reversedOn,
      description: `Reverso ${one.reversal} del recibo ${one.receipt} · ${one.code ?? 'sin código'}`,
      bankSupposed: true,
      of,
      amounts: [{ name: 'recibido', cents: -one.reversedCents! }],
    },
  ];
}
