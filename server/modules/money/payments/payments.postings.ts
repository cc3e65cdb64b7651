import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { panamaDayOf, rows, sql, type Db } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, type PostingEvent, type PostingSource } from '#server/kernel/postings.ts';
import { AMOUNT_OF_TYPE } from './amounts.service.ts';

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
    const events = eventsOf(await receivedAmong(db, ids), receivedOf);
    for (const [id, passed] of eventsOf(await passedAmong(db, ids), passedOf)) events.set(id, passed);
    return events;
  },
  after: idsOf('payments', sql`(receipt_number is not null or passed_from_id is not null)`),
};

const receivedAmong = (db: Db, ids: readonly number[]) =>
  rows<Received>(
    db,
    sql`select p.id, p.type_id "typeId", p.bank_date "day", p.bank_cents cents,
        p.receipt_prefix || lpad(p.receipt_number::text, greatest(p.receipt_digits::int, length(p.receipt_number::text)), '0') receipt,
        r.bank_date "reversedOn", r.cents "reversedCents", r.number reversal, s.id "saleId", s.code,
        s.person_id "personId", s.project_id "projectId", coalesce(p.account_id,
          (select a.account_id from project_bank_accounts a where a.project_id = s.project_id and a.for_buyers)) "accountId",
        p.account_id is null supposed
      from payments p join sales s on s.id = p.sale_id left join payment_reversals r on r.payment_id = p.id
      where ${amongIds(sql`p.id`, ids)} and p.receipt_number is not null`,
  );

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

interface Passed {
  id: number;
  typeId: number;
  cents: number;
  day: string;
  reversedOn: string | null;
  saleId: number;
  code: string | null;
  personId: number;
  projectId: number;
  fromId: number;
  fromPersonId: number;
  fromProjectId: number;
}

/** Money that came with a cession, from the sale that held it before. */
const passedAmong = (db: Db, ids: readonly number[]) =>
  rows<Passed>(
    db,
    sql`select p.id, p.type_id "typeId", p.bank_cents cents, ${panamaDayOf('p.created_at')} "day", ${panamaDayOf('p.reversed_at')} "reversedOn",
        s.id "saleId", s.code, s.person_id "personId", s.project_id "projectId",
        f.id "fromId", f.person_id "fromPersonId", f.project_id "fromProjectId"
      from payments p join sales s on s.id = p.sale_id
      join payments b on b.id = (select max(e.id) from payments e
        where e.id < p.id and (e.id = p.passed_from_id or e.passed_from_id = p.passed_from_id))
      join sales f on f.id = b.sale_id
      where ${amongIds(sql`p.id`, ids)} and p.passed_from_id is not null`,
  );

function passedOf(one: Passed): PostingEvent[] {
  const name = AMOUNT_OF_TYPE[one.typeId] ?? 'otro';
  const moved = (key: string, day: string, cents: number): PostingEvent => ({
    key,
    kind: 'pago.cedido',
    day,
    description: `Cesión a ${one.code ?? `la venta ${one.saleId}`}${cents < 0 ? ', reversada' : ''}`,
    of: { projectId: one.projectId, saleId: one.saleId, personId: one.personId },
    amounts: [
      { name, cents },
      {
        name,
        cents: -cents,
        projectId: one.fromProjectId,
        saleId: one.fromId,
        personId: one.fromPersonId,
      },
    ],
  });
  return [
    moved('cedido', one.day, one.cents),
    ...(one.reversedOn === null ? [] : [moved('cesion_reversada', one.reversedOn, -one.cents)]),
  ];
}
