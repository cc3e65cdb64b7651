import type { SaleAccount, StatementEntry } from '#contract/payments/plan.ts';
import { ARREARS_DAYS } from '#contract/payments/plan.ts';
import { isOpen, isSettled, PAYMENT, PAYMENT_TYPE, paysPrice } from '#contract/payments/rules.ts';
import { daysBetween, panamaDay } from '#contract/dates.ts';

/** A payment as the account of its sale needs it. Amounts in cents. */
export interface AccountRow {
  id: number;
  typeId: number;
  stateId: number;
  title: string;
  receipt: string | null;
  dueCents: number;
  dueAt: Date | null;
  bankCents: number | null;
  chargedCents: number | null;
  confirmedAt: Date | null;
  voidedAt: Date | null;
  createdAt: Date;
  reversal: { at: Date; reason: string; number: number } | null;
  /** Of what was above its due, what already pays another. */
  creditedCents: number;
}

/** A refund of a sale, once it is paid: what went back and what was kept are together all that the sale held then. */
export interface AccountRefund {
  paidAt: Date;
  bankReference: string;
  amountCents: number;
  penaltyCents: number;
}

type Movement = Omit<StatementEntry, 'at' | 'balance_centavos'> & { at: Date };
const debit = (at: Date, text: string, cents: number, receipt: string | null = null): Movement => ({
  at,
  text,
  receipt,
  debit_centavos: cents,
  credit_centavos: 0,
});
const credit = (at: Date, text: string, cents: number, receipt: string | null = null): Movement => ({
  at,
  text,
  receipt,
  debit_centavos: 0,
  credit_centavos: cents,
});

/** Days that a due is late; 0 when it is not, was reported, or has no last day. */
export const daysLate = (row: { stateId: number; dueAt: Date | null }, now: Date): number =>
  isOpen(row.stateId) && row.dueAt ? Math.max(0, daysBetween(panamaDay(row.dueAt), panamaDay(now))) : 0;

const inPlan = ({ typeId }: { typeId: number }) =>
  typeId === PAYMENT_TYPE.downPayment || typeId === PAYMENT_TYPE.installment;

/** No installment is five days late or more ("abono al día"). */
export const isUpToDate = (rows: readonly Pick<AccountRow, 'typeId' | 'stateId' | 'dueAt'>[], now: Date) =>
  !rows.some((row) => inPlan(row) && daysLate(row, now) >= ARREARS_DAYS);

const isRefunded = ({ stateId }: AccountRow) => stateId === PAYMENT.refunded;

/**
 * Money that arrived, and what of it a reversal took back. Refunded money is told only beside the refund that gave it back (`refunded`):
 * of what was marked so by an import nobody knows the day.
 */
function moneyOf(row: AccountRow, refunded: boolean): Movement[] {
  const counts = isSettled(row.stateId) || (refunded && isRefunded(row));
  if (row.confirmedAt === null || row.bankCents === null || !counts) return [];
  return [
    credit(row.confirmedAt, row.title, row.bankCents, row.receipt),
    ...(row.reversal
      ? [
          debit(
            row.reversal.at,
            `Reverso ${row.reversal.number} del recibo ${row.receipt ?? ''}: ${row.reversal.reason}`,
            row.bankCents,
            row.receipt,
          ),
        ]
      : []),
  ];
}

/** A charge beside the price, and what was given up of it by hand. */
const chargesOf = (row: AccountRow): Movement[] => [
  ...(row.chargedCents === null ? [] : [debit(row.createdAt, row.title, row.chargedCents)]),
  ...(row.stateId === PAYMENT.voided && row.voidedAt
    ? [credit(row.voidedAt, `Anulado: ${row.title}`, row.dueCents)]
    : []),
];

/** Money that went back, by refund: what was there when it was paid, and had not gone back in the one before. */
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
 * What a refund took from the price and what from the other charges, by where the money had gone; the penalty is kept from the price
 * first. Neither it nor what went back pays the house any more.
 */
function takenBy(refund: AccountRefund, back: readonly AccountRow[]) {
  const sum = (some: readonly AccountRow[]) => some.reduce((cents, row) => cents + (row.bankCents ?? 0), 0);
  const price = sum(back.filter(({ typeId }) => paysPrice(typeId)));
  const kept = Math.min(price, refund.penaltyCents);
  const entries = (cents: number, keptCents: number) =>
    [
      debit(refund.paidAt, `Devolución al cliente, transferencia ${refund.bankReference}`, cents - keptCents),
      debit(refund.paidAt, 'Retenido al terminar la compra', keptCents),
    ].filter(({ debit_centavos }) => debit_centavos > 0);
  return { price: entries(price, kept), others: entries(sum(back) - price, refund.penaltyCents - kept) };
}

/** Movements in the order of their moments, with the balance after each. */
function running(movements: readonly Movement[]): StatementEntry[] {
  let balance = 0;
  return movements
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...entry }) => {
      balance += entry.debit_centavos - entry.credit_centavos;
      return { at: at.toISOString(), ...entry, balance_centavos: balance };
    });
}

/**
 * The account of a sale: the price with the money that paid it (types 1, 2, 3, 6, 7) and, apart, the other charges with theirs. The
 * balance of the price is always price − confirmed money, that of the others always what is open − money above it.
 */
export function accountOf(
  sale: { priceCents: number; since: Date },
  rows: readonly AccountRow[],
  refunds: readonly AccountRefund[],
  now: Date,
): SaleAccount {
  const money = (row: AccountRow) => moneyOf(row, refunds.length > 0);
  const taken = goneBack(refunds, rows).map(({ refund, back }) => takenBy(refund, back));
  const ofPrice = rows.filter(({ typeId }) => paysPrice(typeId));
  const ofOthers = rows.filter(({ typeId }) => !paysPrice(typeId));
  const first = Math.min(sale.since.getTime(), ...ofPrice.map(({ createdAt }) => createdAt.getTime()));
  const price = running([
    debit(new Date(first), 'Precio de la vivienda', sale.priceCents),
    ...ofPrice.flatMap(money),
    ...taken.flatMap(({ price }) => price),
  ]);
  const others = running([
    ...ofOthers.flatMap((row) => [...chargesOf(row), ...money(row)]),
    ...taken.flatMap(({ others }) => others),
  ]);
  const counted = rows.filter((row) => isSettled(row.stateId) && !row.reversal);
  const balance = price.at(-1)?.balance_centavos ?? sale.priceCents;
  return {
    price_centavos: sale.priceCents,
    paid_centavos: sale.priceCents - balance,
    balance_centavos: balance,
    others_balance_centavos: others.at(-1)?.balance_centavos ?? 0,
    credit_centavos: counted.reduce(
      (sum, row) => sum + Math.max(0, (row.bankCents ?? 0) - row.dueCents - row.creditedCents),
      0,
    ),
    overdue_centavos: rows.reduce((sum, row) => (daysLate(row, now) > 0 ? sum + row.dueCents : sum), 0),
    up_to_date: isUpToDate(rows, now),
    price,
    others,
  };
}
