import { DRAWDOWN_STATE as D, LOAN_STATE as L } from '#contract/money/interimLoans/rules.ts';
import { showMonth } from '#contract/dates.ts';
import { anyOf, idOf, rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, idsOf, type NamedAmount, type PostingSource } from '#server/kernel/postings.ts';

/** What every event of a loan is about. */
interface Of {
  id: number;
  loan: string;
  bookId: number;
  projectId: number;
  bankAccountId: number;
}
const OF = sql.raw(
  `p.number loan, p.company_id "bookId", p.project_id "projectId", p.bank_account_id "bankAccountId"`,
);
const about = ({ projectId, bankAccountId }: Of) => ({ projectId, bankAccountId });
const APPROVED = anyOf([L.inForce, L.closed]);

const OPENED = sql`opening_on is not null and state_id in ${APPROVED}`;

/** What a loan owed when it came into the system in mid-life. */
export const loanPostings: PostingSource = {
  record: 'prestamo_interino',
  async events(db, ids) {
    const found = await rows<Of & { day: string; capital: number; interest: number }>(
      db,
      sql`select p.id, ${OF}, opening_on "day", opening_drawn_cents - opening_repaid_cents capital, opening_interest_cents interest
        from interim_loans p where ${amongIds(sql`p.id`, ids)} and ${OPENED}`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'inicial',
        kind: 'prestamo.inicial',
        day: one.day,
        description: `Préstamo interino ${one.loan}: saldo inicial`,
        bookId: one.bookId,
        of: { projectId: one.projectId },
        amounts: [
          { name: 'capital', cents: one.capital },
          { name: 'interes', cents: one.interest },
          { name: 'total', cents: one.capital + one.interest },
        ],
      },
    ]);
  },
  after: idsOf('interim_loans', OPENED),
};

const RECEIVED = sql`state_id = ${idOf(D.received)}`;

/** What the lender paid out, on the bank's day. */
export const drawdownPostings: PostingSource = {
  record: 'desembolso_prestamo',
  async events(db, ids) {
    const found = await rows<Of & { number: number; cents: number; day: string }>(
      db,
      sql`select d.id, ${OF}, d.number, d.cents, d.received_on "day" from interim_drawdowns d join interim_loans p on p.id = d.loan_id
        where ${amongIds(sql`d.id`, ids)} and d.${RECEIVED}`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'recibido',
        kind: 'prestamo.desembolso',
        day: one.day,
        description: `Desembolso ${one.number} del préstamo ${one.loan}`,
        bookId: one.bookId,
        of: about(one),
        amounts: [{ name: 'recibido', cents: one.cents }],
      },
    ]);
  },
  after: idsOf('interim_drawdowns', RECEIVED),
};

/** The interest of a month, on the last day of its count; what was corrected never was. */
export const interestPostings: PostingSource = {
  record: 'interes_prestamo',
  undone: true,
  async events(db, ids) {
    const found = await rows<Of & { cents: number; day: string }>(
      db,
      sql`select i.id, ${OF}, i.cents, i.until_on "day" from interim_interest i join interim_loans p on p.id = i.loan_id
        where ${amongIds(sql`i.id`, ids)}`,
    );
    return eventsOf(found, (one) => [
      {
        key: 'causado',
        kind: 'prestamo.interes',
        day: one.day,
        description: `Interés de ${showMonth(one.day).toLowerCase()} del préstamo ${one.loan}`,
        bookId: one.bookId,
        of: { projectId: one.projectId },
        amounts: [{ name: 'interes', cents: one.cents }],
      },
    ]);
  },
  after: idsOf('interim_interest', sql`true`),
};

interface Paid extends Of {
  number: number;
  interest: number;
  capital: number;
  fee: number;
  day: string;
  reversedOn: string | null;
  releases: { lot: number; cents: number }[];
}
const PAID = sql`paid_on is not null`;

/** What was paid to the lender, on the bank's day, and what was reversed, on the day of its return. */
export const loanPaymentPostings: PostingSource = {
  record: 'pago_prestamo',
  async events(db, ids) {
    const found = await rows<Paid>(
      db,
      sql`select y.id, ${OF}, y.number, y.interest_cents interest, y.capital_cents capital, y.fee_cents fee, y.paid_on "day",
          y.reversed_on "reversedOn",
          (select coalesce(json_agg(json_build_object('lot', l.lot_id, 'cents', l.cents) order by l.lot_id), '[]')
            from interim_payment_lots l where l.payment_id = y.id) releases
        from interim_payments y join interim_loans p on p.id = y.loan_id where ${amongIds(sql`y.id`, ids)} and y.${PAID}`,
    );
    return eventsOf(found, (one) => {
      const event = (key: string, day: string, words: string, sign: number) => ({
        key,
        kind: 'prestamo.pago',
        day,
        description: `${words} ${one.number} del préstamo ${one.loan}`,
        bookId: one.bookId,
        of: about(one),
        amounts: amountsOf(one, sign),
      });
      return [
        event('pagado', one.day, 'Pago', 1),
        ...(one.reversedOn === null ? [] : [event('reversado', one.reversedOn, 'Reverso del pago', -1)]),
      ];
    });
  },
  after: idsOf('interim_payments', PAID),
};

function amountsOf({ interest, capital, fee, releases }: Paid, sign: number): NamedAmount[] {
  const released = releases.reduce((sum, { cents }) => sum + cents, 0);
  return [
    { name: 'interes', cents: sign * interest },
    { name: 'capital', cents: sign * (capital - released) },
    ...releases.map(({ lot, cents }) => ({ name: 'liberacion', cents: sign * cents, lotId: lot })),
    { name: 'comision', cents: sign * fee },
  ];
}
