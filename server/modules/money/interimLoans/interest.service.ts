import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import {
  balanceOn,
  interestByMonth,
  interestOf,
  type CapitalMove,
  type LoanTerms,
} from '#contract/money/interimLoans/interest.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import {
  interimDrawdowns,
  interimInterest,
  interimLoanRates,
  interimLoans,
  interimPayments,
} from './interimLoans.table.ts';

export type Loan = typeof interimLoans.$inferSelect;

const byDay = (a: CapitalMove, b: CapitalMove) => (a.day < b.day ? -1 : Number(a.day > b.day));

/** The rates in force and the capital that came and went, by day. */
export async function termsOf(db: Db, loan: Loan): Promise<LoanTerms> {
  const rates = await db
    .select({ from: interimLoanRates.validFrom, rate: interimLoanRates.rate })
    .from(interimLoanRates)
    .where(and(eq(interimLoanRates.loanId, loan.id), isNotNull(interimLoanRates.approvedBy)))
    .orderBy(asc(interimLoanRates.validFrom));
  const drawn = await db
    .select({ day: interimDrawdowns.receivedOn, cents: interimDrawdowns.cents })
    .from(interimDrawdowns)
    .where(and(eq(interimDrawdowns.loanId, loan.id), isNotNull(interimDrawdowns.receivedOn)));
  const paid = await db
    .select({
      day: interimPayments.paidOn,
      cents: interimPayments.capitalCents,
      back: interimPayments.reversedOn,
    })
    .from(interimPayments)
    .where(and(eq(interimPayments.loanId, loan.id), isNotNull(interimPayments.paidOn)));
  const moves: CapitalMove[] = [
    ...(loan.openingOn === null
      ? []
      : [{ day: loan.openingOn, cents: loan.openingDrawnCents - loan.openingRepaidCents }]),
    ...drawn.map(({ day, cents }) => ({ day: day!, cents })),
    ...paid.map(({ day, cents }) => ({ day: day!, cents: -cents })),
    ...paid.flatMap(({ back, cents }) => (back === null ? [] : [{ day: back, cents }])),
  ];
  return { dayCount: loan.dayCount, rates, moves: moves.filter(({ cents }) => cents !== 0).toSorted(byDay) };
}

/** The first day that bears interest here: the opening balance brought that of its own day. */
const firstDay = (loan: Pick<Loan, 'openingOn'>, { moves }: LoanTerms): string | undefined =>
  loan.openingOn === null ? moves[0]?.day : addDays(loan.openingOn, 1);

/** The interest of the running month until a day, in centavos; nothing when the capital is paid, because then it is kept. */
export function runningOf(loan: Pick<Loan, 'openingOn'>, terms: LoanTerms, day: string): number {
  const first = firstDay(loan, terms);
  if (first === undefined || endOf(terms) !== null) return 0;
  const month = `${day.slice(0, 7)}-01`;
  return interestOf(terms, first > month ? first : month, day);
}

/** All interest until a day on which a payment clears the capital, in centavos, as it will be kept. */
export function clearedInterest(loan: Loan, terms: LoanTerms, day: string): number {
  const moves = [...terms.moves, { day, cents: -balanceOn(terms.moves, day) }];
  const first = firstDay(loan, terms);
  return first === undefined
    ? loan.openingInterestCents
    : interestByMonth({ ...terms, moves }, first, day).reduce(
        (sum, { cents }) => sum + cents,
        loan.openingInterestCents,
      );
}

/** The day on which nothing was owed any more; null while something is. */
function endOf({ moves }: LoanTerms): string | null {
  const last = moves.at(-1)?.day;
  return last !== undefined && balanceOn(moves, last) === 0 ? last : null;
}

/**
 * Keeps the interest of the ended months of a loan, and of the running one when its capital is paid: what the days say now
 * replaces what was kept. The caller holds the loan's lock. Safe to repeat. Answers how many months changed.
 */
export async function keepInterest(ctx: Acting, loan: Loan): Promise<number> {
  const terms = await termsOf(ctx.db, loan);
  const first = firstDay(loan, terms);
  const until = endOf(terms) ?? addDays(`${panamaDay(ctx.now).slice(0, 7)}-01`, -1);
  const months = first === undefined || first > until ? [] : interestByMonth(terms, first, until);
  const kept = await ctx.db.select().from(interimInterest).where(eq(interimInterest.loanId, loan.id));
  const before = new Map(kept.map((one) => [one.period, one]));
  const told: { id: number; verb: string }[] = [];
  for (const { period, from, until: untilOn, days, cents } of months) {
    const old = before.get(period);
    before.delete(period);
    if (old && old.fromOn === from && old.untilOn === untilOn && old.cents === cents) continue;
    const values = { fromOn: from, untilOn, days, cents, computedAt: ctx.now };
    if (old) {
      await ctx.db.update(interimInterest).set(values).where(eq(interimInterest.id, old.id));
      told.push({ id: old.id, verb: 'calcular' });
    } else {
      const [made] = await ctx.db
        .insert(interimInterest)
        .values({ ...values, loanId: loan.id, period })
        .returning({ id: interimInterest.id });
      told.push({ id: made!.id, verb: 'calcular' });
    }
  }
  const gone = [...before.values()].map(({ id }) => id);
  if (gone.length > 0) await ctx.db.delete(interimInterest).where(inArray(interimInterest.id, gone));
  await announce(
    ctx,
    ...[...told, ...gone.map((id) => ({ id, verb: 'quitar' }))].map((one) => ({
      record: 'interes_prestamo' as const,
      ...one,
      of: ['prestamo_interino', loan.id] as const,
    })),
  );
  return told.length + gone.length;
}
