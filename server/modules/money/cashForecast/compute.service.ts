import { eq, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { allSteps, type KeptPace } from '#contract/money/cashForecast/paces.ts';
import { lastDayOf, OVERDUE_MOST } from '#contract/money/cashForecast/rules.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import { OWED_STATES } from '#contract/money/payments/rules.ts';
import { ENDED_STATES } from '#contract/sales/sale/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Acting } from '#server/kernel/context.ts';
import { anyOf, row, rows, sql, type Db } from '#server/kernel/db.ts';
import { findPaces } from './paces.queries.ts';
import { cellsOf, EXPECTATIONS, RECORD_SOURCES } from './sources.ts';
import { cashCells, cashForecasts, cashSteps } from './cashForecast.table.ts';

export type Forecast = typeof cashForecasts.$inferSelect;

/** The forecast in force; undefined before the first one. */
export async function inForce(db: Db): Promise<Forecast | undefined> {
  const [found] = await db.select().from(cashForecasts).where(isNull(cashForecasts.period));
  return found;
}

const LOCK = sql`hashtextextended('cash_forecast', 0)`;

/** Whether a computation runs: its lock ends when its result can be read. */
export async function isComputing(db: Db): Promise<boolean> {
  const found = await row<{ free: boolean }>(db, sql`select pg_try_advisory_xact_lock_shared(${LOCK}) free`);
  return !found!.free;
}

async function keepSteps(db: Db, paces: readonly KeptPace[]): Promise<void> {
  await db.delete(cashSteps);
  await db.insert(cashSteps).values(
    allSteps(paces).map(({ name, key, from, to, delays: [d20, d50, d80] }) => ({
      name,
      key,
      fromAge: from,
      toAge: to,
      d20,
      d50,
      d80,
    })),
  );
}

/**
 * Computes the forecast in force from the records as they are, within the caller's transaction; one at a time. The paces of
 * the past are learned once a day, or when `anew`. Takes seconds in a large company.
 */
export async function computeCash(ctx: Acting, { anew }: { anew: boolean }): Promise<Forecast> {
  const { db } = ctx;
  await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const began = performance.now();
  const today = panamaDay(ctx.now);
  const days = { today, last: lastDayOf(today) };
  const before = await inForce(db);
  const learned = before && !anew && before.day === today ? before.paces : await findPaces(db, today);
  if (learned !== before?.paces) await keepSteps(db, learned);
  const doubtful = await rows<{ book: number | null; project: number; cents: number }>(
    db,
    sql`select p.promoter_id book, s.project_id project, sum(y.due_cents)::bigint cents
      from payments y join sales s on s.id = y.sale_id join projects p on p.id = s.project_id
      where y.state_id in ${anyOf(OWED_STATES)} and y.due_at < (${today}::date - ${OVERDUE_MOST}::int)::timestamp at time zone 'America/Panama'
        and s.state_id not in ${anyOf(ENDED_STATES)} group by 1, 2`,
  );
  const [made] = await db
    .insert(cashForecasts)
    .values({ id: before?.id, day: today, computedAt: ctx.now, tookMs: 0, paces: learned, doubtful })
    .onConflictDoUpdate({
      target: cashForecasts.id,
      set: { day: today, computedAt: ctx.now, paces: learned, doubtful },
    })
    .returning();
  const { id } = made!;
  await db.delete(cashCells).where(eq(cashCells.forecastId, id));
  await insertCells(db, id, cellsOf(RECORD_SOURCES, days));
  const tookMs = Math.round(performance.now() - began);
  await db.update(cashForecasts).set({ tookMs }).where(eq(cashForecasts.id, id));
  await announce(ctx, { record: 'flujo_caja', id, verb: 'calcular' });
  return { ...made!, tookMs };
}

const insertCells = (db: Db, id: number, cells: ReturnType<typeof cellsOf>) =>
  db.execute(sql`insert into cash_cells (forecast_id, kind, line, starts_on, book_id, project_id, cents, moves)
    select ${id}::bigint, c.kind, c.line, c.starts_on, c.book_id, c.project_id, c.cents, c.moves from (${cells}) c`);

/**
 * Keeps the forecast of the first day of a month as it is, with what was entered by hand, so that it can be compared with what
 * happens. Once for each month; a forecast of another day is not kept. Returns its id, or null when the month has one.
 */
export async function keepMonth(ctx: Acting): Promise<number | null> {
  const today = panamaDay(ctx.now);
  const now = await computeCash(ctx, { anew: true });
  const [kept] = await ctx.db
    .insert(cashForecasts)
    .values({
      period: periodOf(today),
      day: today,
      computedAt: ctx.now,
      tookMs: now.tookMs,
      paces: now.paces,
      doubtful: now.doubtful,
    })
    .onConflictDoNothing()
    .returning({ id: cashForecasts.id });
  if (!kept) return null;
  const days = { today, last: lastDayOf(today) };
  await ctx.db
    .execute(sql`insert into cash_cells (forecast_id, kind, line, starts_on, book_id, project_id, cents, moves)
    select ${kept.id}::bigint, c.kind, c.line, c.starts_on, c.book_id, c.project_id, c.cents, c.moves from cash_cells c where c.forecast_id = ${now.id}`);
  await insertCells(ctx.db, kept.id, cellsOf([EXPECTATIONS], days));
  await announce(ctx, { record: 'flujo_caja', id: kept.id, verb: 'guardar' });
  return kept.id;
}
