import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { daysBetween } from '#contract/dates.ts';
import { paysPrice } from '#contract/money/payments/rules.ts';
import type { LikenessReason } from '#contract/money/statements/matching.ts';

/** A due of a sale as input of the choice. Amounts in centavos, days YYYY-MM-DD. */
export interface DueFacts {
  id: number;
  typeId: number;
  cents: number;
  dueOn: string | null;
  /** The customer says that it was paid. */
  reported: boolean;
}

/** Days around the due day in which a deposit of its exact amount is expected. */
const AROUND_DUE = 20;
/** A suggestion with this score and a mark of the customer may be confirmed with one key. */
const SURE = 50;
/** Reasons that name the customer, unlike an amount or a day. */
const NAMES_CUSTOMER: readonly LikenessReason[] = ['referencia', 'codigo', 'documento', 'telefono', 'nombre'];

/** Order in which money pays dues: the separation, then reported ones, then by due day. */
export const inPayingOrder = (dues: readonly DueFacts[]): DueFacts[] =>
  dues.toSorted(
    (a, b) =>
      Number(b.typeId === PAYMENT_TYPE.separation) - Number(a.typeId === PAYMENT_TYPE.separation) ||
      Number(b.reported) - Number(a.reported) ||
      (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999') ||
      a.id - b.id,
  );

/**
 * The dues that a deposit most likely pays: the one of its exact amount, else the first ones until it is used up. The
 * last one may be paid in part. Never dues of the price and other charges together.
 */
export function likelyDues(cents: number, dues: readonly DueFacts[]): DueFacts[] {
  const ordered = inPayingOrder(dues);
  const exact = ordered.find((one) => one.cents === cents);
  if (exact) return [exact];
  const [first] = ordered;
  if (!first) return [];
  const chosen: DueFacts[] = [];
  let left = cents;
  for (const due of ordered) {
    if (left <= 0) break;
    if (paysPrice(due.typeId) !== paysPrice(first.typeId)) continue;
    chosen.push(due);
    left -= due.cents;
  }
  return chosen;
}

/** A due that a deposit pays. */
interface Shared {
  saleId: number;
  cents: number;
  ofPrice: boolean;
}

/** Dues of one sale and one side, and what they get of a deposit, in centavos. */
export interface Share<D> {
  dues: D[];
  cents: number;
}

/**
 * Shares a deposit among the dues that it pays, by sale and side: the charges of their own first, so that a surplus
 * pays the price. Each share is the sum of its dues; the last one is what is left, more or less than its dues.
 */
export function sharesOf<D extends Shared>(cents: number, dues: readonly D[]): Share<D>[] {
  const groups = [...Map.groupBy(dues, ({ saleId, ofPrice }) => `${saleId} ${ofPrice}`).values()].toSorted(
    (a, b) => Number(a[0]!.ofPrice) - Number(b[0]!.ofPrice),
  );
  let left = cents;
  return groups.map((group, at) => {
    const share = at === groups.length - 1 ? left : group.reduce((sum, due) => sum + due.cents, 0);
    left -= share;
    return { dues: group, cents: share };
  });
}

export interface RankFacts {
  cents: number;
  postedOn: string;
  dues: readonly DueFacts[];
  /** What the text of the line says of the customer. */
  found: readonly Exclude<LikenessReason, 'monto' | 'monto_parecido' | 'fecha' | 'nombre' | 'cuenta'>[];
  /** Share of the name's words in the line, 0-1; less than two words count as none. */
  nameShare: number;
  /** The line is of an account of the sale's project. */
  ownAccount: boolean;
}

export interface Ranked {
  /** 0-100 */
  score: number;
  why: LikenessReason[];
  /** Safe to confirm with one key: the amount is exact and the line names the customer. */
  sure: boolean;
  chosen: DueFacts[];
}

/** How well a deposit fits a sale, and which of its dues it most likely pays. */
export function rankSale(facts: RankFacts): Ranked {
  const { cents, postedOn, dues, found, nameShare, ownAccount } = facts;
  const chosen = likelyDues(cents, dues);
  const exact = chosen.length > 0 && chosen.reduce((sum, one) => sum + one.cents, 0) === cents;
  const inTime = chosen.some(
    ({ dueOn, reported }) =>
      reported || (dueOn !== null && Math.abs(daysBetween(dueOn, postedOn)) <= AROUND_DUE),
  );
  const points: [LikenessReason, number][] = found.map((why) => [why, POINTS[why]]);
  if (exact) points.push(['monto', 30]);
  if (inTime) points.push(['fecha', 10]);
  if (nameShare > 0) points.push(['nombre', Math.round(30 * nameShare)]);
  if (ownAccount) points.push(['cuenta', 5]);
  const score = Math.min(
    100,
    points.reduce((sum, [, given]) => sum + given, 0),
  );
  const why = points.map(([one]) => one);
  return {
    score,
    why,
    chosen,
    sure: exact && score >= SURE && why.some((one) => NAMES_CUSTOMER.includes(one)),
  };
}

const POINTS = { referencia: 45, codigo: 45, documento: 40, telefono: 35, lote: 20 } as const;
