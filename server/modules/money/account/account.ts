import type { SaleAccount, StatementEntry } from '#contract/money/payments/plan.ts';
import { ARREARS_DAYS } from '#contract/money/payments/plan.ts';
import { isOpen, isSettled, paysPrice } from '#contract/money/payments/rules.ts';
import { PAYMENT, PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import { daysLate } from '#server/modules/money/payments/owed.service.ts';

/** A payment, with the fields that the account of its sale needs. Amounts in cents. */
export interface AccountRow {
  id: number;
  typeId: number;
  stateId: number;
  title: string;
  receipt: string | null;
  dueCents: number;
  dueAt: Date | null;
  bankCents: number | null;
  /** YYYY-MM-DD: the day on which the money moved (rulings.md 46). */
  bankDate: string | null;
  chargedCents: number | null;
  confirmedAt: Date | null;
  voidedAt: Date | null;
  createdAt: Date;
  reversal: { at: Date; bankDate: string; reason: string; number: number } | null;
  /** When its sale was ceded: the money counts in the sale that follows. */
  passedAt: Date | null;
  /** The parts of the surplus that already paid other dues. */
  surplus: readonly { title: string; cents: number }[];
}

/** A paid refund of a sale. The amount paid back plus the amount kept is all the money that the sale held then. */
export interface AccountRefund {
  paidAt: Date;
  bankReference: string;
  bankDate: string;
  amountCents: number;
  penaltyCents: number;
}

export interface AccountSale {
  priceCents: number;
  since: Date;
  /** When it was withdrawn, expired or rescinded. From then on nothing is owed. */
  endedAt: Date | null;
  /** A bank pays the part of the price outside the plan: a mortgage sale with a plan for the down payment. */
  bankPays: boolean;
}

type Movement = Omit<StatementEntry, 'balance_centavos'> & { at: Date };
/**
 * `day`: the bank's day for money, otherwise the day of `at`. `confirmedOn`: the day on which accounting confirmed it.
 */
interface Moment {
  at: Date;
  day?: string;
  confirmedOn?: string;
  receipt?: string | null;
}
const movement = (
  { at, day, confirmedOn, receipt }: Moment,
  text: string,
  debit: number,
  credit: number,
): Movement => ({
  at,
  day: day ?? panamaDay(at),
  confirmed_on: confirmedOn ?? null,
  text,
  receipt: receipt ?? null,
  debit_centavos: debit,
  credit_centavos: credit,
});
const debit = (when: Moment, text: string, cents: number) => movement(when, text, cents, 0);
const credit = (when: Moment, text: string, cents: number) => movement(when, text, 0, cents);

const inPlan = ({ typeId }: { typeId: number }) =>
  typeId === PAYMENT_TYPE.downPayment || typeId === PAYMENT_TYPE.installment;

/** True when no installment is five days late or more ("abono al día"). */
export const isUpToDate = (rows: readonly Pick<AccountRow, 'typeId' | 'stateId' | 'dueAt'>[], now: Date) =>
  !rows.some((row) => inPlan(row) && daysLate(row, now) >= ARREARS_DAYS);

const isRefunded = ({ stateId }: AccountRow) => stateId === PAYMENT.refunded;

/**
 * The money that arrived with a payment, split by what it paid, and the part that a reversal took back. Refunded money
 * is listed only next to its refund (`refunded`): if an import marked it as refunded, the day of the refund is unknown.
 */
function moneyOf(row: AccountRow, refunded: boolean): Movement[] {
  const counts = isSettled(row.stateId) || (refunded && isRefunded(row));
  if (row.confirmedAt === null || row.bankCents === null || !counts) return [];
  const { receipt } = row;
  const confirmedOn = panamaDay(row.confirmedAt);
  const when = { at: row.confirmedAt, day: row.bankDate ?? confirmedOn, confirmedOn, receipt };
  const own = Math.min(row.bankCents, row.dueCents);
  const left = row.surplus.reduce((cents, one) => cents - one.cents, row.bankCents - own);
  return [
    credit(when, row.title, own),
    ...row.surplus.map(({ title, cents }) =>
      credit(when, `${title}, con el excedente del recibo ${receipt}`, cents),
    ),
    ...(left > 0 ? [credit(when, `Excedente del recibo ${receipt}`, left)] : []),
    ...(row.passedAt && !row.reversal
      ? [debit({ at: row.passedAt, receipt }, 'Pasa a quien recibió la cesión', row.bankCents)]
      : []),
    ...(row.reversal
      ? [
          debit(
            { at: row.reversal.at, day: row.reversal.bankDate, receipt },
            `Reverso ${row.reversal.number} del recibo ${receipt}: ${row.reversal.reason}`,
            row.bankCents,
          ),
        ]
      : []),
  ];
}

/** A charge outside the price, and the part that was voided by hand. */
const chargesOf = (row: AccountRow): Movement[] => [
  ...(row.chargedCents === null ? [] : [debit({ at: row.createdAt }, row.title, row.chargedCents)]),
  ...(row.stateId === PAYMENT.voided && row.voidedAt
    ? [credit({ at: row.voidedAt }, `Anulado: ${row.title}`, row.dueCents)]
    : []),
];

/** Refunded payments per refund: confirmed before the refund was paid and not part of an earlier refund. */
function goneBack(refunds: readonly AccountRefund[], rows: readonly AccountRow[]) {
  let left = rows.filter(isRefunded);
  return refunds.map((refund, at) => {
    const last = at === refunds.length - 1;
    const back = left.filter(({ confirmedAt }) => last || (confirmedAt ?? refund.paidAt) <= refund.paidAt);
    left = left.filter((row) => !back.includes(row));
    return { refund, back };
  });
}

/**
 * Splits a refund between the price and the other charges, by what the money had paid. The penalty is taken from the
 * price first. Neither the penalty nor the refunded money counts towards the house any more.
 */
function takenBy(refund: AccountRefund, back: readonly AccountRow[]) {
  const sum = (some: readonly AccountRow[]) => some.reduce((cents, row) => cents + (row.bankCents ?? 0), 0);
  const price = sum(back.filter(({ typeId }) => paysPrice(typeId)));
  const kept = Math.min(price, refund.penaltyCents);
  const when = { at: refund.paidAt, day: refund.bankDate, confirmedOn: panamaDay(refund.paidAt) };
  const entries = (cents: number, keptCents: number) =>
    [
      debit(when, `Devolución al cliente, transferencia ${refund.bankReference}`, cents - keptCents),
      debit(when, 'Retenido al terminar la compra', keptCents),
    ].filter(({ debit_centavos }) => debit_centavos > 0);
  return { price: entries(price, kept), others: entries(sum(back) - price, refund.penaltyCents - kept) };
}

/** Movements ordered by day, with the balance after each. */
function running(movements: readonly Movement[]): StatementEntry[] {
  let balance = 0;
  return movements
    .toSorted((a, b) => (a.day === b.day ? a.at.getTime() - b.at.getTime() : a.day < b.day ? -1 : 1))
    .map((one) => {
      const { at: _at, ...entry } = one;
      balance += entry.debit_centavos - entry.credit_centavos;
      return { ...entry, balance_centavos: balance };
    });
}

const sumOf = (entries: readonly Movement[]) =>
  entries.reduce((cents, { debit_centavos, credit_centavos }) => cents + debit_centavos - credit_centavos, 0);
const isAsked = ({ stateId }: AccountRow) =>
  isOpen(stateId) || stateId === PAYMENT.reported || stateId === PAYMENT.verifying;

/**
 * The account of a sale: the price with the money that paid it (types 1, 2, 3, 6, 7) and, separately, the other
 * charges with their money. Money is listed on the bank's day. Balance of the price = price − confirmed money; balance
 * of the other charges = open charges − unused surplus. After the sale has ended, open dues are cancelled and the
 * balances are what the company owes the customer (negative).
 */
export function accountOf(
  sale: AccountSale,
  rows: readonly AccountRow[],
  refunds: readonly AccountRefund[],
  now: Date,
): SaleAccount {
  const { endedAt } = sale;
  const money = (row: AccountRow) => moneyOf(row, refunds.length > 0);
  const taken = goneBack(refunds, rows).map(({ refund, back }) => takenBy(refund, back));
  const ofPrice = rows.filter(({ typeId }) => paysPrice(typeId));
  const ofOthers = rows.filter(({ typeId }) => !paysPrice(typeId));
  const closed = (cents: number) =>
    endedAt === null || cents === 0
      ? []
      : [credit({ at: endedAt }, 'Venta terminada: se cancela el saldo', cents)];
  const paid = [...ofPrice.flatMap(money), ...taken.flatMap(({ price }) => price)];
  const first = Math.min(sale.since.getTime(), ...ofPrice.map(({ createdAt }) => createdAt.getTime()));
  const begun = paid.reduce((day, one) => (one.day < day ? one.day : day), panamaDay(new Date(first)));
  const price = running([
    debit({ at: new Date(0), day: begun }, 'Precio de la vivienda', sale.priceCents),
    ...paid,
    ...closed(sale.priceCents),
  ]);
  const charges = ofOthers.flatMap(chargesOf);
  const others = running([
    ...charges,
    ...ofOthers.flatMap(money),
    ...taken.flatMap(({ others }) => others),
    ...closed(sumOf(charges)),
  ]);
  const counted = rows.filter((row) => isSettled(row.stateId) && !row.reversal);
  const balance = price.at(-1)?.balance_centavos ?? 0;
  const asked = ofPrice.reduce((cents, row) => (isAsked(row) ? cents + row.dueCents : cents), 0);
  const over = (row: AccountRow) =>
    row.surplus.reduce((cents, one) => cents - one.cents, (row.bankCents ?? 0) - row.dueCents);
  return {
    price_centavos: sale.priceCents,
    paid_centavos: 0 - sumOf(paid),
    balance_centavos: balance,
    others_balance_centavos: others.at(-1)?.balance_centavos ?? 0,
    credit_centavos: endedAt === null ? counted.reduce((cents, row) => cents + Math.max(0, over(row)), 0) : 0,
    overdue_centavos:
      endedAt === null
        ? rows.reduce((cents, row) => (daysLate(row, now) > 0 ? cents + row.dueCents : cents), 0)
        : 0,
    bank_centavos: sale.bankPays && endedAt === null ? Math.max(0, balance - asked) : null,
    ended: endedAt !== null,
    up_to_date: endedAt !== null || isUpToDate(rows, now),
    price,
    others,
  };
}
