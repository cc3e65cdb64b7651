import { sql, type SQL } from 'drizzle-orm';
import { bankApplicationStatus, writingStatus } from '#contract/company/catalogs/legalLists.ts';
import { banks as bankList } from '#contract/company/catalogs/moneyLists.ts';
import { departments } from '#contract/company/catalogs/ticketLists.ts';
import { addDays, isoWeek, panamaDay, weekStart } from '#contract/dates.ts';
import { TREND_WEEKS, type BottleneckGroup } from '#contract/overview/reports/bottleneckRules.ts';
import type { BankAnswer, Bottleneck } from '#contract/overview/reports/bottlenecks.ts';
import { STAGES } from '#contract/sales/board/cards.ts';
import type { Context } from '#server/kernel/context.ts';
import { ticketsInReach } from '#server/modules/care/tickets/tickets.scope.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { usualDays } from '#server/modules/legal/deeds/days.service.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { findStageTimes } from '#server/modules/sales/board/stageTimes.service.ts';
import {
  bankAnswers,
  bankSteps,
  deedSteps,
  stageSteps,
  ticketSteps,
  type Asked,
  type Step,
} from './bottlenecks.queries.ts';

/** The question: the projects whose reports the caller may read, or one of them. */
function askedOf(ctx: Context, projectId: number | undefined): Asked {
  const today = panamaDay(ctx.now);
  const reach = projectsInReach(ctx, 'reportes.ver');
  const inProject = (id: SQL) =>
    sql`${projectId === undefined ? sql`true` : sql`${id} = ${projectId}`}
      and ${reach ? sql`${id} in (select projects.id from projects where ${reach})` : sql`true`}`;
  return { now: ctx.now, today, from: addDays(weekStart(isoWeek(today)), -7 * (TREND_WEEKS - 1)), inProject };
}

/**
 * The steps of sales, bank applications and deeds, and the departments of tickets, at which something waits or has waited
 * in the last twelve weeks. Worst first: by the days that all late ones together have passed their own day. Tickets are
 * those that the caller sees.
 */
export async function bottlenecksOf(ctx: Context, projectId: number | undefined): Promise<Bottleneck[]> {
  const { db } = ctx;
  const asked = askedOf(ctx, projectId);
  const banks = await catalogLabels(db, bankList);
  const areas = await catalogLabels(db, departments);
  const times = await findStageTimes(db);
  const usual = await usualDays(db, asked.today);
  const weeks = Array.from({ length: TREND_WEEKS }, (_, at) => addDays(asked.from, 7 * at));
  const present =
    (group: BottleneckGroup, names: ReadonlyMap<number, string>, normal: (id: number) => number | null) =>
    (step: Step): Bottleneck => ({
      group,
      id: step.id,
      name: names.get(step.id) ?? String(step.id),
      waiting: step.waiting,
      median_days: step.median,
      ninety_days: step.ninety,
      normal_days: step.normal ?? normal(step.id),
      late: step.late,
      over_days: step.behind,
      lost_days: step.lost,
      waits_for: step.waitsFor,
      weeks: weeks.map((week) => {
        const found = step.weeks.find((one) => one.week === week);
        return { week, left: found?.left ?? 0, days: found?.days ?? null };
      }),
    });
  const none = () => null;
  const all = [
    ...(await stageSteps(db, asked, banks)).map(
      present(
        'etapa',
        new Map(STAGES.map((name, at) => [at + 1, name])),
        (id) => times.find(({ stage }) => stage === id)?.days ?? null,
      ),
    ),
    ...(await bankSteps(db, asked, banks)).map(
      present('banco', await catalogLabels(db, bankApplicationStatus), none),
    ),
    ...(await deedSteps(db, asked, banks)).map(
      present('escritura', await catalogLabels(db, writingStatus), (id) => usual.get(id)?.most ?? null),
    ),
    ...(await ticketSteps(db, asked, ticketsInReach(ctx, 'tickets.ver'), areas)).map(
      present('ticket', areas, none),
    ),
  ];
  return all.toSorted(
    (a, b) => b.lost_days - a.lost_days || b.waiting - a.waiting || a.name.localeCompare(b.name),
  );
}

/** How long each bank takes to answer, and what it has now. */
export async function bankAnswersOf(ctx: Context, projectId: number | undefined): Promise<BankAnswer[]> {
  const names = await catalogLabels(ctx.db, bankList);
  const found = await bankAnswers(ctx.db, askedOf(ctx, projectId));
  return found.map((row) => ({ ...row, bank: names.get(row.id) ?? `Banco ${row.id}` }));
}
