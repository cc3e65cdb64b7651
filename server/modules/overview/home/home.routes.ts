import { sql } from 'drizzle-orm';
import type { Answer } from '#contract/endpoint.ts';
import { homeAdministration, homeContacts } from '#contract/overview/home/blocks.ts';
import { officeCounters, salesWaiting } from '#contract/overview/home/endpoints.ts';
import { Turn } from '#contract/sales/sale/turn.ts';
import { MENU_COUNTERS, type MenuCounter } from '#contract/company/menu/counters.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { forbidden } from '#server/kernel/errors.ts';
import type { Counter, Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { countTurns } from '#server/modules/sales/precontracts/turns.service.ts';
import { homeTasks } from '#contract/overview/home/tasks.ts';
import { homeMoney, homeSales, homeService, homeWorks } from '#contract/overview/home/figures.ts';
import { moneyFigures, salesFigures, serviceFigures, worksFigures } from './figures.queries.ts';
import { tasksOf } from './tasks.service.ts';
import { liveTotals } from './totals.live.ts';
import { contactsOf, endingPapers, failedMails, openInvitations } from './blocks.queries.ts';

/** The home page of the office, and the counters of its menu. */
export const homeModule: Module = {
  name: 'home',
  routes(app) {
    const { counters, tasks } = app.core;
    liveTotals(app, (ctx) => countAll(ctx, counters));
    route(app, officeCounters, async (ctx) => ({ data: await countAll(ctx, counters) }));
    route(app, homeTasks, async (ctx, { query }) => ({ data: await tasksOf(ctx, tasks, query.tipo) }));
    route(app, homeAdministration, async (ctx) => ({
      data: {
        invitations: await openInvitations(ctx.db),
        failed_mails: await failedMails(ctx.db),
        papers: await endingPapers(ctx),
      },
    }));
    route(app, homeSales, async (ctx) => ({ data: await salesFigures(ctx) }));
    route(app, homeMoney, async (ctx) => ({ data: await moneyFigures(ctx) }));
    route(app, homeService, async (ctx) => ({ data: await serviceFigures(ctx) }));
    route(app, homeWorks, async (ctx) => ({ data: await worksFigures(ctx) }));
    route(app, homeContacts, async (ctx) => ({ data: await contactsOf(ctx.db, staffOf(ctx)) }));
    route(app, salesWaiting, async (ctx) => {
      const reach = scopeOf(ctx, 'ventas.ver');
      if (!reach) throw forbidden();
      const turns = Turn.options.filter((turn) => turn !== 'nadie');
      return { data: await countTurns(ctx.db, turns, reach) };
    });
  },
};

/** The counter of each module for the caller, in one statement; null where the caller has no such work. */
async function countAll(
  ctx: Context,
  counters: ReadonlyMap<string, Counter>,
): Promise<Answer<typeof officeCounters>['data']> {
  const asked = MENU_COUNTERS.flatMap((name) => {
    const count = counters.get(name)?.(ctx);
    return count ? [sql`(${count}) ${sql.identifier(name)}`] : [];
  });
  const found =
    asked.length > 0
      ? await row<Partial<Record<MenuCounter, number>>>(ctx.db, sql`select ${sql.join(asked, sql`, `)}`)
      : undefined;
  return Object.fromEntries(MENU_COUNTERS.map((name) => [name, found?.[name] ?? null])) as Record<
    MenuCounter,
    number | null
  >;
}
