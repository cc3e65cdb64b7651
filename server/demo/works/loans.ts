import { asc, eq } from 'drizzle-orm';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { addDays, addMonths, DAY_MS, panamaDay } from '#contract/dates.ts';
import {
  DrawdownForm,
  LoanForm,
  LoanPaymentForm,
  RateForm,
  ReleaseForm,
} from '#contract/money/interimLoans/model.ts';
import {
  DRAWDOWN_STATE as D,
  LOAN_PAYMENT_STATE as P,
  LOAN_STATE as L,
} from '#contract/money/interimLoans/rules.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { createAllocation } from '#server/modules/money/ledger/allocations.service.ts';
import { changeDrawdown, requestDrawdown } from '#server/modules/money/interimLoans/drawdowns.service.ts';
import { keepInterest, type Loan } from '#server/modules/money/interimLoans/interest.service.ts';
import { changeLoanState, createLoan } from '#server/modules/money/interimLoans/interimLoans.service.ts';
import {
  interimDrawdowns,
  interimLoanRates,
  interimLoans,
  interimPayments,
  interimReleases,
} from '#server/modules/money/interimLoans/interimLoans.table.ts';
import {
  changeLoanPayment,
  prepareLoanPayment,
} from '#server/modules/money/interimLoans/loanPayments.service.ts';
import { createRelease, fileLetter } from '#server/modules/money/interimLoans/releases.service.ts';
import { addRate, decideRate } from '#server/modules/money/interimLoans/terms.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { At } from '../legal/telling.ts';
import { ACCOUNTANT, BOSS } from './telling.ts';

const DAY = 24;
/** Days ago, thousands of dollars, what for, and how far it is. */
const DRAWDOWNS = [
  [395, 250, 'Movimiento de tierra y calles', D.received],
  [300, 180, 'Casas 1 a 8, estructura', D.received],
  [210, 150, 'Casas 1 a 8, acabados', D.received],
  [120, 90, 'Casas 9 a 14, estructura', D.received],
  [12, 60, 'Casas 9 a 14, techos', D.approved],
  [3, 45, 'Red pluvial, segunda fase', D.requested],
] as const;
/** Months of interest that are paid, each on the fifth day of the next. */
const PAID_MONTHS = 11;
const RELEASE_CENTS = 42_000_00;

/** One interim loan of thirteen months, with a release in each state. */
export async function makeLoans(at: At): Promise<void> {
  const { db, now } = at(0, ACCOUNTANT);
  const today = panamaDay(now);
  const [project] = await db.select().from(projects).orderBy(asc(projects.id));
  const [account] = await db.select().from(bankAccounts).where(eq(bankAccounts.name, 'Operativa'));
  if (!project?.promoterId || !account) return;
  const loanId = await createLoan(
    at(400 * DAY, ACCOUNTANT),
    LoanForm.parse({
      company_id: project.promoterId,
      project_id: project.id,
      bank_id: 1,
      number: 'INT-2025-0418',
      limit_cents: 900_000_00,
      starts_on: addDays(today, -400),
      ends_on: addMonths(today, 11),
      rate: 7.25,
      bank_account_id: account.id,
      release_percent: 55,
      release_least_cents: 38_000_00,
      closing_fee_cents: 4_500_00,
      note: 'Línea de construcción con primera hipoteca sobre la finca madre.',
    }),
  );
  await changeLoanState(at(399 * DAY, BOSS), loanId, { estado_id: L.inForce });
  for (const drawdown of DRAWDOWNS) await draw(at, loanId, today, drawdown);
  await addRate(at(190 * DAY, ACCOUNTANT), loanId, RateForm.parse({ from: addDays(today, -180), rate: 7.5 }));
  const [, changed] = await db
    .select()
    .from(interimLoanRates)
    .where(eq(interimLoanRates.loanId, loanId))
    .orderBy(asc(interimLoanRates.id));
  await decideRate(at(185 * DAY, BOSS), loanId, changed!.id, true);
  await serve(at, loanId, today, await prepareReleases(at, loanId, project.id, today));
  await createAllocation(at(100 * DAY, BOSS), {
    project_id: project.id,
    account_id: ACCOUNT.financingCost,
    target_id: ACCOUNT.housesInProgress,
    basis: 'igual',
    valid_from: addDays(today, -400),
  });
}

async function draw(
  at: At,
  loanId: number,
  today: string,
  [days, thousands, purpose, to]: (typeof DRAWDOWNS)[number],
): Promise<void> {
  const { db } = at(0, ACCOUNTANT);
  const form = DrawdownForm.parse({
    cents: thousands * 100_000,
    purpose,
    requested_on: addDays(today, -days),
  });
  await requestDrawdown(at(days * DAY, ACCOUNTANT), loanId, form);
  const all = await db
    .select({ id: interimDrawdowns.id })
    .from(interimDrawdowns)
    .where(eq(interimDrawdowns.loanId, loanId))
    .orderBy(asc(interimDrawdowns.id));
  const { id } = all.at(-1)!;
  if (to !== D.requested) await changeDrawdown(at((days - 1) * DAY, BOSS), id, { estado_id: D.approved });
  if (to === D.received)
    await changeDrawdown(at((days - 3) * DAY, ACCOUNTANT), id, {
      estado_id: D.received,
      fecha: addDays(today, 3 - days),
      referencia: `TR-${81_000 + days}`,
    });
}

const loanOf = async (at: At, loanId: number): Promise<Loan> =>
  (await at(0, ACCOUNTANT).db.select().from(interimLoans).where(eq(interimLoans.id, loanId)))[0]!;

/** Prepares a payment and takes it as far as `to`. */
async function pay(at: At, loanId: number, daysAgo: number, form: object, to: number): Promise<void> {
  const { db, now } = at(daysAgo * DAY, ACCOUNTANT);
  const payOn = panamaDay(now);
  await prepareLoanPayment(
    at(daysAgo * DAY, ACCOUNTANT),
    loanId,
    LoanPaymentForm.parse({ pay_on: payOn, ...form }),
  );
  if (to === P.prepared) return;
  const all = await db
    .select({ id: interimPayments.id, number: interimPayments.number })
    .from(interimPayments)
    .where(eq(interimPayments.loanId, loanId))
    .orderBy(asc(interimPayments.id));
  const { id, number } = all.at(-1)!;
  await changeLoanPayment(at(daysAgo * DAY - 2, BOSS), id, { estado_id: P.approved });
  await changeLoanPayment(at(daysAgo * DAY - 4, ACCOUNTANT), id, {
    estado_id: P.paid,
    fecha: payOn,
    referencia: `ND-${4100 + number}`,
  });
}

/** Keeps the interest month by month, and pays it; between, the releases on their days. */
async function serve(at: At, loanId: number, today: string, releases: readonly number[]): Promise<void> {
  const [lifted, paid, inPayment] = releases;
  const waiting = [
    { daysAgo: 92, id: lifted },
    { daysAgo: 42, id: paid },
  ].filter(({ id }) => id !== undefined);
  const first = addMonths(`${today.slice(0, 7)}-01`, -PAID_MONTHS);
  for (let month = 0; month < PAID_MONTHS; month += 1) {
    const daysAgo = Math.round(
      (Date.parse(today) - Date.parse(addDays(addMonths(first, month), 4))) / DAY_MS,
    );
    while (waiting.length > 0 && waiting[0]!.daysAgo > daysAgo) {
      const one = waiting.shift()!;
      await pay(at, loanId, one.daysAgo, { release_ids: [one.id] }, P.paid);
    }
    await keepInterest(at(daysAgo * DAY, ACCOUNTANT), await loanOf(at, loanId));
    const loan = await loanOf(at, loanId);
    const interest = loan.interestCents - loan.interestPaidCents;
    await pay(
      at,
      loanId,
      daysAgo,
      { interest_cents: interest, ...(month === 0 && { fee_cents: loan.closingFeeCents }) },
      P.paid,
    );
  }
  for (const one of waiting) await pay(at, loanId, one.daysAgo, { release_ids: [one.id] }, P.paid);
  await keepInterest(at(0, ACCOUNTANT), await loanOf(at, loanId));
  if (inPayment !== undefined) await pay(at, loanId, 2, { release_ids: [inPayment] }, P.prepared);
  if (lifted !== undefined) await fileIts(at, lifted);
}

/** Five releases, whose days let one be lifted, one paid without its letter, one in a payment, one late, and one due. */
async function prepareReleases(at: At, loanId: number, projectId: number, today: string): Promise<number[]> {
  const { db } = at(0, ACCOUNTANT);
  const homes = await rows<{ id: number }>(
    db,
    sql`select l.id from lots l join houses h on h.lot_id = l.id and h.archived_at is null
      left join lot_claims c on c.lot_id = l.id and c.released_at is null left join sales s on s.id = c.sale_id
      where l.project_id = ${projectId} order by s.state_id desc nulls last, l.id limit 5`,
  );
  const due = [95, 45, 10, 12, 2];
  const ids: number[] = [];
  for (const [nth, { id }] of homes.entries()) {
    const days = due[nth]!;
    const form = ReleaseForm.parse({
      lot_id: Number(id),
      cents: RELEASE_CENTS,
      due_on: addDays(today, 5 - days),
      reason: 'Llegó el dinero de la venta',
    });
    await createRelease(at(days * DAY, ACCOUNTANT), loanId, form);
    const [made] = await db
      .select({ id: interimReleases.id })
      .from(interimReleases)
      .where(eq(interimReleases.lotId, Number(id)));
    ids.push(made!.id);
  }
  return ids;
}

/** The letter of the release that is paid longest. */
async function fileIts(at: At, releaseId: number): Promise<void> {
  const { db } = at(0, ACCOUNTANT);
  const [letter] = await db
    .select()
    .from(files)
    .where(eq(files.mime, 'image/jpeg'))
    .orderBy(asc(files.createdAt))
    .limit(1);
  if (!letter) return;
  const ctx = at(85 * DAY, ACCOUNTANT);
  await fileLetter(
    { ...ctx, uploads: new Map([['carta', [{ ...letter, field: 'carta' }]]]) },
    releaseId,
    panamaDay(ctx.now),
  );
}
