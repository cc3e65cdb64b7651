import { daysBetween } from '#contract/dates.ts';
import { referenceKey } from '#contract/money/statements/matching.ts';

/** A line of one side, as the comparison reads it: centavos, positive where money came in. */
interface Side {
  key: string;
  day: string;
  cents: number;
  text: string;
}
interface BookSide extends Side {
  /** The batch of payments that it belongs to: a bank shows an ACH file as one line. */
  batch: number | null;
  cheque: boolean;
}

/** Lines that may be one another. `exact`: nothing else of either side could be it. */
export interface Proposal {
  bank: string[];
  book: string[];
  why: string;
  exact: boolean;
}

/** The bank books what was entered at most these days before, and cheques within their six months. */
const BEFORE = 15;
const BEFORE_CHEQUE = 180;
/** The books may be later than the bank: an entry of a closed month is on the first open day. */
const AFTER = 45;

const numbersOf = (text: string) => (text.match(/\d{3,}/g) ?? []).map(referenceKey);
const sharesNumber = (a: Side, b: Side) => {
  const keys = new Set(numbersOf(a.text));
  return numbersOf(b.text).some((key) => key.length >= 3 && keys.has(key));
};

const inTime = (bank: Side, book: BookSide) => {
  const days = daysBetween(book.day, bank.day);
  return days >= -AFTER && days <= (book.cheque ? BEFORE_CHEQUE : BEFORE);
};

/**
 * Proposals between what stands open on both sides: the same amount within the days that banks take, the same number in
 * both texts first, then the nearest day; then whole batches. Each line is in one proposal at most.
 */
export function propose(bank: readonly Side[], book: readonly BookSide[]): Proposal[] {
  const byCents = Map.groupBy(book, ({ cents }) => cents);
  const pairs = bank.flatMap((line) =>
    (byCents.get(line.cents) ?? [])
      .filter((one) => inTime(line, one))
      .map((one) => ({
        line,
        one,
        shared: sharesNumber(line, one),
        days: Math.abs(daysBetween(one.day, line.day)),
      })),
  );
  const rivals = (key: string) => pairs.filter(({ line, one }) => line.key === key || one.key === key).length;
  const taken = new Set<string>();
  const found: Proposal[] = [];
  for (const { line, one, shared } of pairs.toSorted(
    (a, b) => Number(b.shared) - Number(a.shared) || a.days - b.days || a.line.key.localeCompare(b.line.key),
  )) {
    if (taken.has(line.key) || taken.has(one.key)) continue;
    taken.add(line.key).add(one.key);
    const alone = rivals(line.key) === 1 && rivals(one.key) === 1;
    found.push({
      bank: [line.key],
      book: [one.key],
      why: shared ? 'El mismo monto y número' : 'El mismo monto',
      exact: shared || alone,
    });
  }
  return [...found, ...wholeBatches(bank, book, taken)];
}

/** A line of the bank that is the sum of what a batch paid. */
function wholeBatches(bank: readonly Side[], book: readonly BookSide[], taken: Set<string>): Proposal[] {
  const batches = Map.groupBy(
    book.filter(({ key, batch }) => batch !== null && !taken.has(key)),
    ({ batch }) => batch,
  );
  return [...batches.values()].flatMap((lines) => {
    const cents = lines.reduce((sum, one) => sum + one.cents, 0);
    const line = bank.find(
      (one) => !taken.has(one.key) && one.cents === cents && lines.every((part) => inTime(one, part)),
    );
    if (!line || lines.length < 2) return [];
    taken.add(line.key);
    return [
      {
        bank: [line.key],
        book: lines.map(({ key }) => key),
        why: `La suma de los ${lines.length} pagos de un lote`,
        exact: true,
      },
    ];
  });
}
