import { and, eq, inArray, sql } from 'drizzle-orm';
import { deskOf, verifiesPayments } from '#contract/home/desk.ts';
import { homeAdministration, homeContacts } from '#contract/home/blocks.ts';
import { officeCounters, salesWaiting } from '#contract/home/endpoints.ts';
import { PAYMENT } from '#contract/payments/rules.ts';
import { Turn } from '#contract/sales/turn.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { payments } from '#server/modules/payments/payments.table.ts';
import { salesInReach } from '#server/modules/sales/sales.scope.ts';
import { sales } from '#server/modules/sales/sales.table.ts';
import { countTurns } from '#server/modules/sales/turns.service.ts';
import { contactsOf, endingPapers, failedMails, openInvitations } from './blocks.queries.ts';

/** What the first page of the office and its menu tell. */
export const homeModule: Module = {
  name: 'home',
  routes(app) {
    route(app, officeCounters, async (ctx) => {
      const granted = new Set<string>(staffOf(ctx).grants.keys());
      const [sales, toVerify] = await Promise.all([
        countDesk(ctx, granted),
        verifiesPayments(granted) ? countToVerify(ctx) : null,
      ]);
      return { data: { sales, payments: toVerify } };
    });
    route(app, homeAdministration, async (ctx) => ({
      data: {
        invitations: await openInvitations(ctx.db),
        failed_mails: await failedMails(ctx.db),
        papers: await endingPapers(ctx),
      },
    }));
    route(app, homeContacts, async (ctx) => ({ data: await contactsOf(ctx.db, staffOf(ctx)) }));
    route(app, salesWaiting, async (ctx) => {
      const reach = scopeOf(ctx, 'ventas.ver');
      if (!reach) throw forbidden();
      const turns = Turn.options.filter((turn) => turn !== 'nadie');
      return { data: await countTurns(ctx.db, turns, reach) };
    });
  },
};

async function countDesk(ctx: Context, granted: ReadonlySet<string>): Promise<number | null> {
  const reach = scopeOf(ctx, 'ventas.ver');
  // Accounting finds its sales by their payments, which are counted apart.
  const turns = deskOf(granted).filter((turn) => turn !== 'contabilidad');
  if (!reach || turns.length === 0) return null;
  const counted = await countTurns(ctx.db, turns, reach);
  return counted.reduce((sum, { total }) => sum + total, 0);
}

async function countToVerify(ctx: Context): Promise<number> {
  const [count] = await ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(payments)
    .innerJoin(sales, eq(sales.id, payments.saleId))
    .where(
      and(inArray(payments.stateId, [PAYMENT.reported, PAYMENT.verifying]), salesInReach(ctx, 'pagos.ver')),
    );
  return count?.total ?? 0;
}
