import { and, asc, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { panamaDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { balanceOn } from '#contract/money/interimLoans/interest.ts';
import * as api from '#contract/money/interimLoans/endpoints.ts';
import type { Drawdown, Loan, LoanPayment, Release } from '#contract/money/interimLoans/model.ts';
import {
  DRAWDOWN_STATES,
  drawdownMachine,
  LOAN_PAYMENT_STATES,
  LOAN_STATE as L,
  LOAN_STATES,
  loanMachine,
  loanPaymentMachine,
  RELEASE_STATE as R,
  RELEASE_STATES,
  releaseMachine,
} from '#contract/money/interimLoans/rules.ts';
import type { Permission } from '#contract/access.ts';
import { showDay } from '#contract/dates.ts';
import { offersOf } from '#contract/transitions.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { runningOf, termsOf, type Loan as Row } from './interest.service.ts';
import { presentRow, selectLoans } from './interimLoans.queries.ts';
import { loansInReach, reachesLoan } from './interimLoans.scope.ts';
import { availableOf, balanceOf, loanFacts } from './interimLoans.service.ts';
import {
  interimDrawdowns,
  interimInterest,
  interimLoanRates,
  interimLoans,
  interimPaymentLots,
  interimPayments,
  interimReleasePrices,
  interimReleases,
} from './interimLoans.table.ts';
import { whyNotDecideRate } from './terms.service.ts';

const approvers = alias(users, 'approvers');
type May = (permission: Permission) => boolean;

async function ratesOf(ctx: Context, loan: Row, may: May): Promise<Loan['rates']> {
  const found = await ctx.db
    .select({ one: interimLoanRates, by: users.name, approver: approvers.name })
    .from(interimLoanRates)
    .innerJoin(users, eq(users.id, interimLoanRates.madeBy))
    .leftJoin(approvers, eq(approvers.id, interimLoanRates.approvedBy))
    .where(eq(interimLoanRates.loanId, loan.id))
    .orderBy(desc(interimLoanRates.validFrom), desc(interimLoanRates.id));
  return found
    .filter(({ one }) => one.refusedBy === null)
    .map(({ one, by, approver }) => ({
      id: one.id,
      from: one.validFrom,
      rate: one.rate,
      by,
      approved_by: approver,
      ...(loan.stateId === L.inForce &&
        one.approvedBy === null &&
        may('contabilidad.aprobar') && { why_not: whyNotDecideRate(one, staffOf(ctx).userId) }),
    }));
}

async function pricesOf(ctx: Context, loanId: number): Promise<Loan['prices']> {
  const found = await ctx.db
    .select({
      one: interimReleasePrices,
      model: { id: houseModels.id, name: houseModels.name },
      lot: { id: lots.id, name: lots.name },
    })
    .from(interimReleasePrices)
    .leftJoin(houseModels, eq(houseModels.id, interimReleasePrices.modelId))
    .leftJoin(lots, eq(lots.id, interimReleasePrices.lotId))
    .where(eq(interimReleasePrices.loanId, loanId))
    .orderBy(asc(interimReleasePrices.id));
  return found.map(({ one, model, lot }) => ({
    id: one.id,
    model,
    lot,
    cents: one.cents,
    percent: one.percent,
    least_centavos: one.leastCents,
  }));
}

async function drawdownsOf(ctx: Context, loan: Row, may: May): Promise<Drawdown[]> {
  const found = await ctx.db
    .select({ one: interimDrawdowns, by: users.name, approver: approvers.name, line: bankStatementLines })
    .from(interimDrawdowns)
    .innerJoin(users, eq(users.id, interimDrawdowns.madeBy))
    .leftJoin(approvers, eq(approvers.id, interimDrawdowns.approvedBy))
    .leftJoin(bankStatementLines, eq(bankStatementLines.id, interimDrawdowns.statementLineId))
    .where(eq(interimDrawdowns.loanId, loan.id))
    .orderBy(desc(interimDrawdowns.number));
  return found.map(({ one, by, approver, line }) => ({
    id: one.id,
    version: one.version,
    number: one.number,
    state: { id: one.stateId, name: DRAWDOWN_STATES[one.stateId] ?? '' },
    cents: one.cents,
    purpose: one.purpose,
    requested_on: one.requestedOn,
    received_on: one.receivedOn,
    reference: one.reference,
    bank_line: line ? `${showDay(line.postedOn)} ${line.description}`.trim() : null,
    by,
    approved_by: approver,
    end_reason: one.endReason,
    transitions: offersOf(
      drawdownMachine,
      one.stateId,
      { madeByCaller: one.madeBy === ctx.staff?.userId },
      urlOf(api.changeDrawdownStatus, { params: { id: one.id } }),
      may,
    ),
  }));
}

async function releasesOf(ctx: Context, loan: Row, may: May): Promise<Release[]> {
  const today = panamaDay(ctx.now);
  const found = await ctx.db
    .select({
      one: interimReleases,
      lot: { id: lots.id, name: lots.name },
      house: houses.name,
      sale: { id: sales.id, code: sales.code },
      paidOn: interimPayments.paidOn,
      file: { name: files.name, mime: files.mime },
    })
    .from(interimReleases)
    .innerJoin(lots, eq(lots.id, interimReleases.lotId))
    .leftJoin(houses, eq(houses.lotId, lots.id))
    .leftJoin(sales, eq(sales.id, interimReleases.saleId))
    .leftJoin(interimPayments, eq(interimPayments.id, interimReleases.paymentId))
    .leftJoin(files, eq(files.id, interimReleases.letterFileId))
    .where(eq(interimReleases.loanId, loan.id))
    .orderBy(asc(interimReleases.stateId), asc(interimReleases.dueOn), asc(interimReleases.id));
  return found.map(({ one, lot, house, sale, paidOn, file }) => ({
    id: one.id,
    version: one.version,
    state: { id: one.stateId, name: RELEASE_STATES[one.stateId] ?? '' },
    lot,
    house,
    sale,
    cents: one.cents,
    due_on: one.dueOn,
    late: (one.stateId === R.due || one.stateId === R.inPayment) && one.dueOn < today,
    reason: one.reason,
    paid_on: one.importedPaidOn ?? paidOn,
    lifted_on: one.liftedOn,
    letter: file && one.letterFileId ? { ...file, url: fileUrl(ctx, one.letterFileId) } : null,
    may_lift: one.stateId === R.paid && may('contabilidad.editar'),
    transitions: offersOf(
      releaseMachine,
      one.stateId,
      null,
      urlOf(api.changeReleaseStatus, { params: { id: one.id } }),
      may,
    ),
  }));
}

async function paymentsOf(
  ctx: Context,
  loan: Row,
  may: May,
  releases: readonly Release[],
): Promise<LoanPayment[]> {
  const found = await ctx.db
    .select({ one: interimPayments, by: users.name, approver: approvers.name })
    .from(interimPayments)
    .innerJoin(users, eq(users.id, interimPayments.madeBy))
    .leftJoin(approvers, eq(approvers.id, interimPayments.approvedBy))
    .where(eq(interimPayments.loanId, loan.id))
    .orderBy(desc(interimPayments.number));
  const parts = await ctx.db
    .select({ paymentId: interimPaymentLots.paymentId, lotId: lots.id, lot: lots.name })
    .from(interimPaymentLots)
    .innerJoin(interimPayments, eq(interimPayments.id, interimPaymentLots.paymentId))
    .innerJoin(lots, eq(lots.id, interimPaymentLots.lotId))
    .where(eq(interimPayments.loanId, loan.id))
    .orderBy(asc(lots.id));
  const lifted = new Set(releases.filter(({ state }) => state.id === R.lifted).map(({ lot }) => lot.id));
  return found.map(({ one, by, approver }) => {
    const own = parts.filter(({ paymentId }) => paymentId === one.id);
    return {
      id: one.id,
      version: one.version,
      number: one.number,
      state: { id: one.stateId, name: LOAN_PAYMENT_STATES[one.stateId] ?? '' },
      interest_centavos: one.interestCents,
      capital_centavos: one.capitalCents,
      fee_centavos: one.feeCents,
      total_centavos: one.interestCents + one.capitalCents + one.feeCents,
      lots: own.map(({ lot }) => lot),
      pay_on: one.payOn,
      paid_on: one.paidOn,
      reference: one.reference,
      by,
      approved_by: approver,
      end_reason: one.endReason,
      transitions: offersOf(
        loanPaymentMachine,
        one.stateId,
        {
          madeByCaller: one.madeBy === ctx.staff?.userId,
          lifted: own.some(({ lotId }) => lifted.has(lotId)),
        },
        urlOf(api.changeLoanPaymentStatus, { params: { id: one.id } }),
        may,
      ),
    };
  });
}

/** A loan with all that happened to it. Raises 404. */
export async function answerLoan(ctx: Context, id: number): Promise<Loan> {
  const today = panamaDay(ctx.now);
  const [found] = await selectLoans(ctx, today).where(and(eq(interimLoans.id, id), loansInReach(ctx)));
  if (!found) throw notFound();
  const { loan } = found;
  const may: May = (permission) => reachesLoan(ctx, permission, loan);
  const [account] = await ctx.db
    .select({ id: bankAccounts.id, name: bankAccounts.name })
    .from(bankAccounts)
    .where(eq(bankAccounts.id, loan.bankAccountId));
  const [maker] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, loan.madeBy));
  const months = await ctx.db
    .select()
    .from(interimInterest)
    .where(eq(interimInterest.loanId, id))
    .orderBy(desc(interimInterest.period));
  const terms = await termsOf(ctx.db, loan);
  const states = await statesOf(ctx.db, 'prestamo_interino', [id]);
  const releases = await releasesOf(ctx, loan, may);
  const row = presentRow(found, await catalogLabels(ctx.db, banks), today);
  const inForce = loan.stateId === L.inForce;
  const creates = inForce && may('contabilidad.crear');
  const open = inForce || loan.stateId === L.toApprove;
  return {
    ...row,
    day_count: loan.dayCount,
    bank_account: account!,
    revolving: loan.revolving,
    release_days: loan.releaseDays,
    closing_fee_centavos: loan.closingFeeCents,
    fee_paid_centavos: loan.feePaidCents,
    drawn_centavos: loan.drawnCents,
    running_centavos: inForce ? runningOf(loan, terms, today) : 0,
    opening:
      loan.openingOn === null
        ? null
        : {
            on: loan.openingOn,
            drawn_centavos: loan.openingDrawnCents,
            repaid_centavos: loan.openingRepaidCents,
            interest_centavos: loan.openingInterestCents,
          },
    note: loan.note,
    end_reason: loan.endReason,
    by: maker!.name,
    rates: await ratesOf(ctx, loan, may),
    prices: await pricesOf(ctx, id),
    drawdowns: await drawdownsOf(ctx, loan, may),
    payments: await paymentsOf(ctx, loan, may, releases),
    releases,
    months: months.map((one) => ({
      period: one.period,
      from: one.fromOn,
      until: one.untilOn,
      days: one.days,
      cents: one.cents,
    })),
    balances: [...new Set(terms.moves.map(({ day }) => day))].map((day) => ({
      day,
      cents: balanceOn(terms.moves, day),
    })),
    transitions: offersOf(
      loanMachine,
      loan.stateId,
      await loanFacts(ctx, loan),
      urlOf(api.changeLoanStatus, { params: { id } }),
      may,
    ),
    may: {
      edit: loan.stateId === L.toApprove && loan.openingOn === null && may('contabilidad.crear'),
      ...(creates && {
        draw: availableOf(loan) > 0 ? null : 'Del límite no queda nada por desembolsar.',
        pay:
          balanceOf(loan) > loan.leavingCents ||
          row.interest_centavos > 0 ||
          loan.closingFeeCents > loan.feePaidCents
            ? null
            : 'No hay nada por pagar.',
      }),
      rate: creates,
      price: open && may('contabilidad.editar'),
      release: creates,
    },
    history: states.map((one) => ({
      id: one.id,
      at: one.at.toISOString(),
      who: one.who,
      from: one.from === null ? null : (LOAN_STATES[one.from] ?? null),
      to: LOAN_STATES[one.to] ?? null,
      reason: one.reason,
    })),
  };
}
