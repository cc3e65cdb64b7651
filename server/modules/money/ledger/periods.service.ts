import { and, eq, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { periodMachine, type Period } from '#contract/money/ledger/books.ts';
import {
  firstDayOf,
  isClosed,
  nextPeriod,
  PERIOD_STATE,
  PERIOD_STATES,
  periodOf,
} from '#contract/money/ledger/rules.ts';
import type { PeriodState } from '#contract/money/ledger/model.ts';
import { offersOf, type StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { stepBy } from '#server/modules/company/staff/names.service.ts';
import { requireBook } from './books.service.ts';
import { accountingPeriods } from './ledger.table.ts';

interface Found {
  period: number;
  id: number | null;
  stateId: PeriodState;
  version: number;
  entries: number;
  unposted: number;
  closedBy: string | null;
  closedAt: string | null;
  askedById: number | null;
  askedBy: string | null;
  askedAt: string | null;
  askedReason: string | null;
  reopenedBy: string | null;
  reopenedAt: string | null;
}

/**
 * What of a book waits in a month or before it. What has no company yet may be of any book, so it blocks all of them.
 */
const waiting = (bookId: number, before: string) => sql`(select count(*)::int from unposted_events u
  where (u.book_id = ${bookId} or u.book_id is null) and u.day < ${before})`;

async function find(
  ctx: Context,
  book: { id: number; name: string },
  periods: readonly number[],
): Promise<Period[]> {
  const found = await rows<Found>(
    ctx.db,
    sql`select m.period, p.id, coalesce(p.state_id, 1) "stateId", coalesce(p.version, 0) "version",
        (select count(*)::int from journal_entries e where e.book_id = ${book.id} and e.day >= m.first and e.day < m.next) entries,
        (select count(*)::int from unposted_events u where (u.book_id = ${book.id} or u.book_id is null) and u.day < m.next
          and u.day >= m.first) unposted,
        (select name from users where id = p.closed_by) "closedBy", p.closed_at "closedAt", p.asked_by "askedById",
        (select name from users where id = p.asked_by) "askedBy", p.asked_at "askedAt", p.asked_reason "askedReason",
        (select name from users where id = p.reopened_by) "reopenedBy", p.reopened_at "reopenedAt"
      from (select period, to_date(period::text || '01', 'YYYYMMDD') first, (to_date(period::text || '01', 'YYYYMMDD') + interval '1 month')::date next
        from unnest(${sql.param([...periods])}::int[]) period) m
      left join accounting_periods p on p.book_id = ${book.id} and p.period = m.period order by m.period`,
  );
  const { userId } = staffOf(ctx);
  const step = (by: string | null, at: string | null) => stepBy(by, at === null ? null : new Date(at));
  const reconciled = new Map<number, string | null>();
  for (const one of found)
    if (!isClosed(one.stateId)) reconciled.set(one.period, await unreconciledIn(ctx, book.id, one.period));
  return found.map((one) => {
    const asked = step(one.askedBy, one.askedAt);
    return {
      period: one.period,
      book,
      state: { id: one.stateId, name: PERIOD_STATES[one.stateId] ?? '' },
      version: one.version,
      entries: one.entries,
      unposted: one.unposted,
      closed: step(one.closedBy, one.closedAt),
      asked: asked && { ...asked, reason: one.askedReason ?? '' },
      reopened: step(one.reopenedBy, one.reopenedAt),
      transitions: offersOf(
        periodMachine,
        one.stateId,
        {
          ...factsOf(ctx, one),
          unreconciled: reconciled.get(one.period) ?? null,
          askedByCaller: one.askedById === userId,
        },
        `/api/accounting/books/${book.id}/periods/${one.period}/status`,
        (permission) => scopeOf(ctx, permission) !== null,
      ),
    };
  });
}

/** What the reconciliations of the book's bank accounts have against closing a month. */
const unreconciledIn = async (ctx: Context, bookId: number, period: number) =>
  (await ctx.guards.get('cerrar_periodo')?.(ctx, bookId, period)) ?? null;

const factsOf = (ctx: Context, { period, unposted }: { period: number; unposted: number }) => ({
  running: panamaDay(ctx.now) < firstDayOf(nextPeriod(period)),
  unposted,
});

/** The months of a year of a book: up to the present one, or all of those that have entries or a state. */
export async function findPeriods(ctx: Context, bookId: number, year: number): Promise<Period[]> {
  const book = await requireBook(ctx, bookId);
  const now = periodOf(panamaDay(ctx.now));
  const list = await find(
    ctx,
    book,
    Array.from({ length: 12 }, (_, at) => year * 100 + at + 1),
  );
  return list.filter(
    ({ period, entries, state }) => period <= now || entries > 0 || state.id !== PERIOD_STATE.open,
  );
}

/**
 * Closes a month, asks to reopen it, or reopens it. Raises 404, 403, 409 STALE, 422 with the reason. The lock of the month's
 * row makes it wait for entries that are being written into it.
 */
export async function changePeriod(
  ctx: Context,
  bookId: number,
  period: number,
  change: StatusChange,
): Promise<Period> {
  const book = await requireBook(ctx, bookId);
  await ctx.db.insert(accountingPeriods).values({ bookId, period }).onConflictDoNothing();
  const [held] = await ctx.db
    .select()
    .from(accountingPeriods)
    .where(and(eq(accountingPeriods.bookId, bookId), eq(accountingPeriods.period, period)))
    .for('no key update');
  const before = held!;
  const [counted] = await rows<{ unposted: number }>(
    ctx.db,
    sql`select ${waiting(bookId, firstDayOf(nextPeriod(period)))} unposted`,
  );
  const { userId } = staffOf(ctx);
  // A month without a row is version 0 on the screen.
  const asked = change.version === 0 ? { ...change, version: before.version === 1 ? 1 : 0 } : change;
  checkTransition(
    periodMachine,
    { stateId: before.stateId, version: before.version },
    asked,
    {
      ...factsOf(ctx, { period, unposted: counted!.unposted }),
      unreconciled: await unreconciledIn(ctx, bookId, period),
      askedByCaller: before.askedBy === userId,
    },
    (permission) => scopeOf(ctx, permission) !== null,
  );
  const to = change.estado_id as PeriodState;
  await ctx.db
    .update(accountingPeriods)
    .set({
      stateId: to,
      version: before.version + 1,
      ...(to === PERIOD_STATE.closed &&
        before.stateId !== PERIOD_STATE.asked && { closedBy: userId, closedAt: ctx.now }),
      ...(to === PERIOD_STATE.asked && { askedBy: userId, askedAt: ctx.now, askedReason: change.motivo }),
      ...(to === PERIOD_STATE.reopened && { reopenedBy: userId, reopenedAt: ctx.now }),
      // Asked again by somebody else, the one who reopened it before may do it again.
      ...(to !== PERIOD_STATE.reopened && { reopenedBy: null, reopenedAt: null }),
    })
    .where(eq(accountingPeriods.id, before.id));
  await announce(ctx, {
    record: 'periodo_contable',
    id: before.id,
    from: before.stateId,
    to,
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'periodo_contable', before.id, {
    book: book.name,
    period,
    from: before.stateId,
    to,
  });
  return (await find(ctx, book, [period]))[0]!;
}
